import { sql } from 'kysely';
import type { Migrations } from '../db/migrate';
import { secureTenantTable } from '../db/tenant-table';

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
};
