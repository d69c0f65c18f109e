import { sql, type Kysely } from 'kysely';

/** Creates the people behind the accounts of users. Counts are made again, which finds them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table graph_person (
      tenant_id text not null, uri text not null, person_id text not null, name text not null, email text not null, evidence jsonb not null,
      primary key (tenant_id, uri)
    )`.execute(db);
  await sql`create index graph_person_accounts on graph_person (tenant_id, person_id)`.execute(db);
  await sql`alter table graph_person enable row level security, force row level security`.execute(db);
  await sql`
    create policy tenant_rows on graph_person
    using (tenant_id = current_setting('cam.tenant_id', true))
    with check (tenant_id = current_setting('cam.tenant_id', true))`.execute(db);
  await sql`grant select, insert, update, delete on graph_person to cam_app`.execute(db);
  await sql`alter table inventory_state no force row level security`.execute(db);
  await sql`update inventory_state set head = -1`.execute(db);
  await sql`alter table inventory_state force row level security`.execute(db);
}
