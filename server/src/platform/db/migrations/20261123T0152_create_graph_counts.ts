import { sql, type Kysely } from 'kysely';

/** Creates the counts of entities that suggestions show. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table graph_count (
      tenant_id text not null, source_uid text not null, account_id text not null, type text not null, n integer not null,
      primary key (tenant_id, source_uid, account_id, type)
    )`.execute(db);
  await sql`alter table graph_entity no force row level security`.execute(db);
  await sql`
    insert into graph_count
    select tenant_id, source_uid, account_id, type, count(*) from graph_entity where valid_to is null group by 1, 2, 3, 4`.execute(db);
  await sql`alter table graph_entity force row level security`.execute(db);
  await sql`alter table graph_count enable row level security, force row level security`.execute(db);
  await sql`
    create policy tenant_rows on graph_count
    using (tenant_id = current_setting('cam.tenant_id', true))
    with check (tenant_id = current_setting('cam.tenant_id', true))`.execute(db);
  await sql`grant select, insert, update, delete on graph_count to cam_app`.execute(db);
}
