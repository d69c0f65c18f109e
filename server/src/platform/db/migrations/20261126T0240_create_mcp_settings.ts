import { sql, type Kysely } from 'kysely';

/** Creates the switch with which a tenant allows assistants. Without a row, it is off. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table mcp_setting (
      tenant_id text primary key,
      enabled boolean not null
    )`.execute(db);
  await sql`alter table mcp_setting enable row level security, force row level security`.execute(db);
  await sql`
    create policy tenant_rows on mcp_setting
    using (tenant_id = current_setting('cam.tenant_id', true))
    with check (tenant_id = current_setting('cam.tenant_id', true))`.execute(db);
  await sql`grant select, insert, update, delete on mcp_setting to cam_app`.execute(db);
}
