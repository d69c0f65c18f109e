import { sql, type Kysely } from 'kysely';

/** The choke points of each tenant, as they were computed last. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table choke_points (
      tenant_id text primary key,
      snapshot_id bigint not null,
      computed_at timestamptz not null,
      answer jsonb not null
    )`.execute(db);
  await sql`alter table choke_points enable row level security, force row level security`.execute(db);
  await sql`
    create policy tenant_rows on choke_points
    using (tenant_id = current_setting('cam.tenant_id', true))
    with check (tenant_id = current_setting('cam.tenant_id', true))`.execute(db);
  await sql`grant select, insert, update, delete on choke_points to cam_app`.execute(db);
}
