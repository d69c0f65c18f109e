import { sql, type Kysely } from 'kysely';

/** Creates the counts of how often browsers loaded a remote, and how long that took. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table remote_load (
      tenant_id text not null,
      remote_id text not null,
      version text not null,
      hour timestamptz not null,
      outcome text not null,
      within_ms integer not null,
      count integer not null,
      primary key (tenant_id, remote_id, version, hour, outcome, within_ms)
    )`.execute(db);
  await sql`alter table remote_load enable row level security, force row level security`.execute(db);
  await sql`
    create policy tenant_rows on remote_load
    using (tenant_id = current_setting('cam.tenant_id', true))
    with check (tenant_id = current_setting('cam.tenant_id', true))`.execute(db);
  await sql`grant select, insert, update, delete on remote_load to cam_app`.execute(db);
}
