import { sql } from 'kysely';
import type { Migrations } from '../../platform/db/migrate';
import { secureTenantTable } from '../../platform/db/tenant-table';

export const reportsMigrations: Migrations = {
  '0500_reports': {
    async up(tx) {
      await sql`
        create table report (
          tenant_id text not null,
          report_id text not null,
          name text not null,
          type text not null,
          query text not null,
          account_id text,
          status text not null,
          progress real not null default 0,
          row_count bigint,
          byte_count bigint,
          error text not null default '',
          created_by text not null,
          created_at timestamptz not null default now(),
          expires_at timestamptz,
          primary key (tenant_id, report_id)
        )`.execute(tx);
      await sql`create index report_newest on report (tenant_id, created_at desc, report_id)`.execute(tx);
      await sql`
        create table report_file (
          tenant_id text not null,
          report_id text not null,
          content bytea not null,
          primary key (tenant_id, report_id),
          foreign key (tenant_id, report_id) references report (tenant_id, report_id) on delete cascade
        )`.execute(tx);
      await secureTenantTable(tx, 'report');
      await secureTenantTable(tx, 'report_file');
    },
  },
  // Files in parts, so that neither writing nor sending one holds all of it; what is made of a view is told by more than a query.
  '0501_report_parts': {
    async up(tx) {
      // The owner is held to the tenant that is bound, and here is none: its rows are moved without that.
      for (const table of ['report', 'report_file']) await sql`alter table ${sql.table(table)} no force row level security`.execute(tx);
      await sql`alter table report add column criteria jsonb not null default '{}', add column attempts integer not null default 0`.execute(tx);
      await sql`update report set criteria = jsonb_build_object('query', query)`.execute(tx);
      await sql`alter table report drop column query`.execute(tx);
      await sql`
        create table report_part (
          tenant_id text not null,
          report_id text not null,
          part integer not null,
          content bytea not null,
          primary key (tenant_id, report_id, part),
          foreign key (tenant_id, report_id) references report (tenant_id, report_id) on delete cascade
        )`.execute(tx);
      await sql`insert into report_part select tenant_id, report_id, 0, content from report_file`.execute(tx);
      await sql`drop table report_file`.execute(tx);
      await sql`alter table report force row level security`.execute(tx);
      await secureTenantTable(tx, 'report_part');
    },
  },
  '0502_report_formats': {
    async up(tx) {
      await sql`alter table report add column format text not null default 'XLSX', add column schedule_id text`.execute(tx);
    },
  },
  '0503_report_schedules': {
    async up(tx) {
      await sql`
        create table report_schedule (
          tenant_id text not null,
          schedule_id text not null,
          name text not null,
          type text not null,
          format text not null,
          criteria jsonb not null,
          account_id text,
          frequency text not null,
          day integer not null,
          hour integer not null,
          time_zone text not null,
          recipients jsonb not null,
          next_at timestamptz,
          last_at timestamptz,
          last_report_id text,
          created_by text not null,
          created_at timestamptz not null default now(),
          primary key (tenant_id, schedule_id)
        )`.execute(tx);
      await sql`
        create table report_delivery (
          tenant_id text not null,
          delivery_id text not null,
          schedule_id text not null,
          report_id text not null,
          recipient text not null,
          state text not null,
          attempts integer not null,
          next_at timestamptz not null,
          message text not null,
          primary key (tenant_id, delivery_id),
          foreign key (tenant_id, schedule_id) references report_schedule (tenant_id, schedule_id) on delete cascade
        )`.execute(tx);
      await sql`create index report_delivery_due on report_delivery (tenant_id, state, next_at)`.execute(tx);
      await secureTenantTable(tx, 'report_schedule');
      await secureTenantTable(tx, 'report_delivery');
    },
  },
  '0504_report_partial': {
    async up(tx) {
      await sql`alter table report add column partial jsonb not null default '[]'`.execute(tx);
    },
  },
};
