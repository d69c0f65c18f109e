import { sql, type Kysely } from 'kysely';

/** The facts of an alert in an event. */
const ALERT = sql.raw(`jsonb_build_object(
  'alert_id', alert.alert_id, 'guardrail_id', alert.monitor_id, 'guardrail', alert.monitor_name, 'severity', alert.severity, 'status', alert.status,
  'subject', jsonb_build_object('uri', alert.subject_uri, 'name', alert.subject_name, 'type', alert.subject_type),
  'account_id', alert.account_id, 'raised_at', alert.alert_time, 'assignee', alert.assignee, 'changed_by', alert.status_changed_by)`);

/**
 * Creates the events of a tenant and its webhooks. Triggers write an event in the transaction of each change, so no path of the code can forget one, and
 * one of a change that was undone never exists. They run once for each statement, because a snapshot raises thousands of alerts in a few statements.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table event (
      tenant_id text not null,
      position bigint generated always as identity,
      seq bigint,
      event_id uuid not null default gen_random_uuid(),
      kind text not null,
      subject text not null,
      at timestamptz not null default clock_timestamp(),
      data jsonb not null,
      primary key (tenant_id, position)
    )`.execute(db);
  await sql`create unique index event_by_seq on event (tenant_id, seq) where seq is not null`.execute(db);
  await sql`create index event_without_seq on event (tenant_id, position) where seq is null`.execute(db);
  await sql`create index event_by_time on event (tenant_id, at)`.execute(db);
  await sql`create table event_counter (tenant_id text primary key, last bigint not null)`.execute(db);
  await sql`
    create table webhook (
      tenant_id text not null,
      webhook_id text not null,
      url text not null,
      label text not null,
      kinds jsonb not null,
      format text not null,
      secrets bytea not null,
      state text not null,
      state_reason text not null default '',
      sent_seq bigint not null,
      attempts integer not null default 0,
      next_at timestamptz not null,
      leased_until timestamptz,
      created_by text not null,
      created_at timestamptz not null,
      primary key (tenant_id, webhook_id)
    )`.execute(db);
  await sql`
    create table webhook_attempt (
      tenant_id text not null,
      attempt_id bigint generated always as identity,
      webhook_id text not null,
      seq bigint not null,
      event_id uuid not null,
      kind text not null,
      at timestamptz not null,
      ms integer not null,
      sent boolean not null,
      message text not null,
      primary key (tenant_id, attempt_id),
      foreign key (tenant_id, webhook_id) references webhook on delete cascade
    )`.execute(db);
  await sql`create index webhook_attempt_by_webhook on webhook_attempt (tenant_id, webhook_id, attempt_id)`.execute(db);
  for (const table of ['event', 'event_counter', 'webhook', 'webhook_attempt']) {
    await sql`alter table ${sql.table(table)} enable row level security, force row level security`.execute(db);
    await sql`
      create policy tenant_rows on ${sql.table(table)}
      using (tenant_id = current_setting('cam.tenant_id', true))
      with check (tenant_id = current_setting('cam.tenant_id', true))`.execute(db);
  }
  await sql`grant select, insert, update, delete on event, event_counter, webhook, webhook_attempt to cam_app`.execute(db);
  await alertTriggers(db);
  await otherTriggers(db);
}

async function alertTriggers(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function write_raised_alerts() returns trigger language plpgsql as $$
    begin
      insert into event (tenant_id, kind, subject, data)
      select alert.tenant_id, 'alert.raised', alert.alert_id, ${ALERT} from added as alert where alert.status <> 'ALERT_STATUS_NONE';
      return null;
    end $$`.execute(db);
  await sql`
    create function write_changed_alerts() returns trigger language plpgsql as $$
    begin
      insert into event (tenant_id, kind, subject, data)
      select alert.tenant_id, case when alert.status = 'ALERT_STATUS_CLOSE' then 'alert.closed' else 'alert.changed' end, alert.alert_id,
        ${ALERT} || jsonb_build_object('before', jsonb_build_object('status', former.status, 'assignee', former.assignee))
      from changed as alert join former using (tenant_id, alert_id)
      where (alert.status, alert.assignee, alert.remediated_at) is distinct from (former.status, former.assignee, former.remediated_at)
        and alert.status <> 'ALERT_STATUS_NONE';
      return null;
    end $$`.execute(db);
  await sql`
    create trigger raised_alerts after insert on alert referencing new table as added
    for each statement execute function write_raised_alerts()`.execute(db);
  await sql`
    create trigger changed_alerts after update on alert referencing old table as former new table as changed
    for each statement execute function write_changed_alerts()`.execute(db);
}

async function otherTriggers(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function write_runs() returns trigger language plpgsql as $$
    begin
      insert into event (tenant_id, kind, subject, data)
      select run.tenant_id, case when run.taken_at is null then 'snapshot.failed' else 'snapshot.published' end, run.source_uid,
        jsonb_build_object(
          'source_uid', run.source_uid, 'source', source.account_name, 'account_id', source.account_id, 'cloud_type', source.cloud_type,
          'run_id', run.run_id, 'trigger', run.trigger, 'taken_at', run.taken_at, 'changed', run.is_changed, 'status', run.status,
          'reason', run.status_reason, 'entities', run.entity_count, 'warnings', run.warning_count, 'errors', run.error_count)
      from added as run left join source on source.tenant_id = run.tenant_id and source.uid = run.source_uid;
      return null;
    end $$`.execute(db);
  await sql`
    create trigger finished_runs after insert on source_run referencing new table as added
    for each statement execute function write_runs()`.execute(db);
  await sql`
    create function write_audit() returns trigger language plpgsql as $$
    begin
      insert into event (tenant_id, kind, subject, data)
      select entry.tenant_id, 'audit.entry', entry.subject,
        jsonb_build_object(
          'actor', entry.actor, 'address', entry.address, 'call', entry.call, 'subject', entry.subject, 'before', entry.before, 'after', entry.after)
      from added as entry;
      return null;
    end $$`.execute(db);
  await sql`
    create trigger audit_entries after insert on audit_entry referencing new table as added
    for each statement execute function write_audit()`.execute(db);
}
