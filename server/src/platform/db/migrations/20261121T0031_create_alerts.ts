import { sql, type Kysely } from 'kysely';

/** Creates alerts. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table alert (
      tenant_id text not null,
      alert_id text not null,
      monitor_id text not null,
      finding_key text not null,
      severity text not null check (severity in ('HIGH', 'MEDIUM', 'LOW')),
      status text not null check (status in ('ALERT_STATUS_NEW', 'ALERT_STATUS_OPEN', 'ALERT_STATUS_IGNORE', 'ALERT_STATUS_CLOSE')),
      account_id text not null,
      alert_time timestamptz not null default now(),
      status_changed_at timestamptz not null default now(),
      status_changed_by text,
      primary key (tenant_id, alert_id)
    )`.execute(db);
  await sql`
    create unique index alert_live_finding on alert (tenant_id, monitor_id, finding_key)
      where status <> 'ALERT_STATUS_CLOSE'`.execute(db);
  await sql`
    create index alert_open on alert (tenant_id, severity, account_id)
      where status in ('ALERT_STATUS_NEW', 'ALERT_STATUS_OPEN')`.execute(db);
  await sql`create index alert_of_monitor on alert (tenant_id, monitor_id, alert_time desc)`.execute(db);
  await sql`alter table alert enable row level security, force row level security`.execute(db);
  await sql`
    create policy tenant_rows on alert
    using (tenant_id = current_setting('cam.tenant_id', true))
    with check (tenant_id = current_setting('cam.tenant_id', true))`.execute(db);
  await sql`grant select, insert, update, delete on alert to cam_app`.execute(db);
}
