import { sql, type Kysely } from 'kysely';

/** Creates the runs of sources and their schedules. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table source add column run_trigger text, add column run_began_at timestamptz, add column schedule jsonb`.execute(db);
  await sql`
    create table source_run (
      tenant_id text not null, run_id text not null, source_uid text not null, trigger text not null, began_at timestamptz,
      ended_at timestamptz not null, taken_at timestamptz, status text not null, status_reason text not null, phase text not null,
      is_changed boolean, entity_count integer, warning_count integer not null, error_count integer not null, messages jsonb not null,
      primary key (tenant_id, run_id)
    )`.execute(db);
  await sql`create index source_run_of_source on source_run (tenant_id, source_uid, ended_at)`.execute(db);
  await sql`alter table source_run enable row level security, force row level security`.execute(db);
  await sql`
    create policy tenant_rows on source_run
    using (tenant_id = current_setting('cam.tenant_id', true))
    with check (tenant_id = current_setting('cam.tenant_id', true))`.execute(db);
  await sql`grant select, insert, update, delete on source_run to cam_app`.execute(db);
}
