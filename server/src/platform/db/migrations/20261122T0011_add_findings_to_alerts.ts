import { sql, type Kysely } from 'kysely';

/** Adds the finding and the reached objects to alerts. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table alert
      add column monitor_name text not null default '',
      add column query text not null default '',
      add column subject_uri text not null default '',
      add column subject_name text not null default '',
      add column subject_type text not null default '',
      add column remediated_at timestamptz,
      add column remediated_by text,
      add column gone_reason text,
      drop constraint alert_status_check,
      add constraint alert_status_check check (status in
        ('ALERT_STATUS_NONE', 'ALERT_STATUS_NEW', 'ALERT_STATUS_OPEN', 'ALERT_STATUS_IGNORE', 'ALERT_STATUS_CLOSE'))`.execute(db);
  await sql`create index alert_newest on alert (tenant_id, alert_time desc, alert_id)`.execute(db);
  await sql`create index alert_of_subject on alert (tenant_id, subject_uri)`.execute(db);
  await sql`
    create table alert_object (
      tenant_id text not null,
      alert_id text not null,
      object_uri text not null,
      object_name text not null,
      object_type text not null,
      account_id text not null,
      actions_str text not null,
      primary key (tenant_id, alert_id, object_uri),
      foreign key (tenant_id, alert_id) references alert (tenant_id, alert_id) on delete cascade
    )`.execute(db);
  await sql`create index alert_object_reached on alert_object (tenant_id, object_uri)`.execute(db);
  await sql`alter table alert_object enable row level security, force row level security`.execute(db);
  await sql`
    create policy tenant_rows on alert_object
    using (tenant_id = current_setting('cam.tenant_id', true))
    with check (tenant_id = current_setting('cam.tenant_id', true))`.execute(db);
  await sql`grant select, insert, update, delete on alert_object to cam_app`.execute(db);
}
