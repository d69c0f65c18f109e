import { sql } from 'kysely';
import type { Migrations } from '../../platform/db/migrate';
import { secureTenantTable } from '../../platform/db/tenant-table';

export const alertsMigrations: Migrations = {
  '0310_alerts': {
    async up(tx) {
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
        )`.execute(tx);
      await sql`
        create unique index alert_live_finding on alert (tenant_id, monitor_id, finding_key)
          where status <> 'ALERT_STATUS_CLOSE'`.execute(tx);
      await sql`
        create index alert_open on alert (tenant_id, severity, account_id)
          where status in ('ALERT_STATUS_NEW', 'ALERT_STATUS_OPEN')`.execute(tx);
      await sql`create index alert_of_monitor on alert (tenant_id, monitor_id, alert_time desc)`.execute(tx);
      await secureTenantTable(tx, 'alert');
    },
  },
  '0311_alert_findings': {
    async up(tx) {
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
            ('ALERT_STATUS_NONE', 'ALERT_STATUS_NEW', 'ALERT_STATUS_OPEN', 'ALERT_STATUS_IGNORE', 'ALERT_STATUS_CLOSE'))`.execute(tx);
      await sql`create index alert_newest on alert (tenant_id, alert_time desc, alert_id)`.execute(tx);
      await sql`create index alert_of_subject on alert (tenant_id, subject_uri)`.execute(tx);
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
        )`.execute(tx);
      await sql`create index alert_object_reached on alert_object (tenant_id, object_uri)`.execute(tx);
      await secureTenantTable(tx, 'alert_object');
    },
  },
  // Alerts about what somebody did.
  '0312_alert_activity': {
    async up(tx) {
      await sql`
        alter table alert
          add column alert_type text not null default 'ALERT_TYPE_GUARDRAIL',
          add column started_at timestamptz,
          add column ended_at timestamptz,
          add column event_count integer not null default 0,
          add column reasons jsonb not null default '[]',
          add column technique text not null default '',
          add column source text not null default '',
          add column chart jsonb`.execute(tx);
      await sql`create index alert_of_activity on alert (tenant_id, ended_at) where alert_type <> 'ALERT_TYPE_GUARDRAIL'`.execute(tx);
    },
  },
};
