import { sql, type Kysely } from 'kysely';

/** Creates the map of a tenant's tags and account names to stages. Without a row, the default one counts. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table stage_map (
      tenant_id text primary key,
      map jsonb not null,
      changed_by text not null,
      changed_at timestamptz not null
    )`.execute(db);
  await sql`alter table stage_map enable row level security, force row level security`.execute(db);
  await sql`
    create policy tenant_rows on stage_map
    using (tenant_id = current_setting('cam.tenant_id', true))
    with check (tenant_id = current_setting('cam.tenant_id', true))`.execute(db);
  await sql`grant select, insert, update, delete on stage_map to cam_app`.execute(db);
}
