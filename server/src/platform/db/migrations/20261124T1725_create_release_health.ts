import { sql, type Kysely } from 'kysely';

/** Creates the web vitals of releases, and the errors of releases in the browsers of tenants. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table remote_vital (
      remote_id text not null,
      version text not null,
      day date not null,
      metric text not null,
      within_ms integer not null,
      count integer not null,
      primary key (remote_id, version, day, metric, within_ms)
    )`.execute(db);
  await sql`
    create table remote_error (
      tenant_id text not null,
      remote_id text not null,
      version text not null,
      fingerprint text not null,
      message text not null,
      stack text not null,
      count integer not null,
      first_at timestamptz not null,
      last_at timestamptz not null,
      primary key (tenant_id, remote_id, version, fingerprint)
    )`.execute(db);
  await sql`alter table remote_error enable row level security, force row level security`.execute(db);
  await sql`
    create policy tenant_rows on remote_error
    using (tenant_id = current_setting('cam.tenant_id', true))
    with check (tenant_id = current_setting('cam.tenant_id', true))`.execute(db);
  await sql`grant select, insert, update, delete on remote_vital, remote_error to cam_app`.execute(db);
}
