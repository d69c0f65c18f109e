import { sql } from 'kysely';
import type { Migrations } from '../platform/db/migrate';
import { secureTenantTable } from '../platform/db/tenant-table';

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
  // What connects a source to its provider, and how far its pull is.
  '0203_source_connections': {
    async up(tx) {
      await sql`
        create table source_connection (
          tenant_id text not null, uid text not null, cloud_type text not null, info jsonb not null, sealed bytea not null,
          created_at timestamptz not null default now(), updated_at timestamptz not null default now(),
          primary key (tenant_id, uid)
        )`.execute(tx);
      await secureTenantTable(tx, 'source_connection');
      await sql`
        alter table source add column connection_uid text, add column pull_id text, add column pull_began_at timestamptz,
          add column pulled jsonb, add column next_pull_at timestamptz`.execute(tx);
    },
  },
  // One connection may open many accounts.
  '0204_source_organizations': {
    async up(tx) {
      await sql`alter table source_connection add column name text not null default '', add column organization jsonb`.execute(tx);
      await sql`
        create table source_hierarchy (
          tenant_id text not null, build_uuid text not null, status text not null, error text not null default '', hierarchy jsonb,
          created_at timestamptz not null default now(),
          primary key (tenant_id, build_uuid)
        )`.execute(tx);
      await secureTenantTable(tx, 'source_hierarchy');
    },
  },
  // What came of each run, and when the next one is due.
  '0210_source_runs': {
    async up(tx) {
      await sql`alter table source add column run_trigger text, add column run_began_at timestamptz, add column schedule jsonb`.execute(tx);
      await sql`
        create table source_run (
          tenant_id text not null, run_id text not null, source_uid text not null, trigger text not null, began_at timestamptz,
          ended_at timestamptz not null, taken_at timestamptz, status text not null, status_reason text not null, phase text not null,
          is_changed boolean, entity_count integer, warning_count integer not null, error_count integer not null, messages jsonb not null,
          primary key (tenant_id, run_id)
        )`.execute(tx);
      await sql`create index source_run_of_source on source_run (tenant_id, source_uid, ended_at)`.execute(tx);
      await secureTenantTable(tx, 'source_run');
    },
  },
  '0211_correlated_sources': {
    async up(tx) {
      await sql`
        create table correlated_source (
          tenant_id text not null, id text not null, idn_source_id text not null, idn_source_name text not null, cam_source_id text not null,
          created_at timestamptz not null default now(),
          primary key (tenant_id, id),
          unique (tenant_id, cam_source_id)
        )`.execute(tx);
      await secureTenantTable(tx, 'correlated_source');
    },
  },
  '0212_leaving_sources': {
    async up(tx) {
      await sql`alter table source add column is_leaving boolean not null default false`.execute(tx);
    },
  },
};
