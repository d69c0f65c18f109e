import { sql } from 'kysely';
import type { Migrations } from '../db/migrate';
import { secureTenantTable } from '../db/tenant-table';

export const sourcesMigrations: Migrations = {
  '0200_sources': {
    async up(tx) {
      await sql`
        create table source (
          tenant_id text not null, uid text not null, cloud_type text not null, account_id text not null, account_name text not null,
          status text not null, status_reason text not null default '', phase text not null, progress real not null, messages jsonb not null default '[]',
          bundle text, last_snapshot_at timestamptz, created_at timestamptz not null default now(),
          primary key (tenant_id, uid),
          unique (tenant_id, cloud_type, account_id)
        )`.execute(tx);
      await secureTenantTable(tx, 'source');
    },
  },
  // Which job is at work on a source: an older one that comes late is told by it.
  '0201_source_import': {
    async up(tx) {
      await sql`alter table source add column import_id text`.execute(tx);
    },
  },
  // A bundle may be of a day that is over: its snapshot is of then.
  '0202_bundle_time': {
    async up(tx) {
      await sql`alter table source add column bundle_taken_at timestamptz`.execute(tx);
    },
  },
};
