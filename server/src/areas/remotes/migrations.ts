import { sql } from 'kysely';
import type { Migrations } from '../../platform/db/migrate';
import { grantToApp, secureTenantTable } from '../../platform/db/tenant-table';

export const remotesMigrations: Migrations = {
  '0100_remote_releases': {
    async up(tx) {
      await sql`
        create table remote_release (
          remote_id text not null,
          version text not null,
          release_number bigint generated always as identity,
          published_at timestamptz not null,
          published_by text not null,
          digest text not null,
          bytes bigint not null,
          file_count integer not null,
          manifest jsonb not null,
          consumes jsonb not null,
          was_stable boolean not null default false,
          primary key (remote_id, version)
        )`.execute(tx);
      await sql`
        create table remote_file (
          remote_id text not null,
          version text not null,
          path text not null,
          digest text not null,
          bytes bigint not null,
          primary key (remote_id, version, path),
          foreign key (remote_id, version) references remote_release (remote_id, version)
        )`.execute(tx);
      await sql`
        create table remote_channel (
          remote_id text not null,
          channel text not null,
          version text not null,
          etag text not null,
          moved_by text not null,
          moved_at timestamptz not null,
          reason text not null,
          primary key (remote_id, channel),
          foreign key (remote_id, version) references remote_release (remote_id, version)
        )`.execute(tx);
      await sql`
        create table remote_host (
          version text primary key,
          provides jsonb not null,
          seen_at timestamptz not null
        )`.execute(tx);
      for (const table of ['remote_release', 'remote_file', 'remote_channel', 'remote_host']) await grantToApp(tx, table);
    },
  },
  '0110_remote_policies': {
    async up(tx) {
      await sql`
        create table remote_policy (
          tenant_id text not null,
          remote_id text not null,
          enabled boolean not null,
          pin text,
          channel text not null,
          canary_percent integer not null,
          reason text not null,
          changed_by text not null,
          changed_at timestamptz not null,
          primary key (tenant_id, remote_id)
        )`.execute(tx);
      await sql`
        create table remote_policy_change (
          tenant_id text not null,
          change_number bigint generated always as identity,
          remote_id text not null,
          enabled boolean not null,
          pin text,
          channel text not null,
          canary_percent integer not null,
          reason text not null,
          changed_by text not null,
          changed_at timestamptz not null,
          primary key (tenant_id, change_number)
        )`.execute(tx);
      await secureTenantTable(tx, 'remote_policy');
      await secureTenantTable(tx, 'remote_policy_change');
    },
  },
  '0120_remote_publishing': {
    async up(tx) {
      await sql`
        create table remote_publisher_token (
          token_id text primary key,
          digest text not null unique,
          remote_id text not null,
          label text not null,
          channels text[] not null,
          created_by text not null,
          created_at timestamptz not null,
          expires_at timestamptz not null,
          last_used_at timestamptz,
          revoked_at timestamptz
        )`.execute(tx);
      await sql`
        create table remote_channel_move (
          move_number bigint generated always as identity primary key,
          remote_id text not null,
          channel text not null,
          version text not null,
          from_version text,
          moved_by text not null,
          moved_at timestamptz not null,
          reason text not null
        )`.execute(tx);
      await sql`create index remote_channel_move_of on remote_channel_move (remote_id, move_number desc)`.execute(tx);
      for (const table of ['remote_publisher_token', 'remote_channel_move']) await grantToApp(tx, table);
    },
  },
  '0130_remote_loads': {
    async up(tx) {
      await sql`
        create table remote_load (
          tenant_id text not null,
          remote_id text not null,
          version text not null,
          hour timestamptz not null,
          outcome text not null,
          within_ms integer not null,
          count integer not null,
          primary key (tenant_id, remote_id, version, hour, outcome, within_ms)
        )`.execute(tx);
      await secureTenantTable(tx, 'remote_load');
    },
  },
  '0140_remote_violations': {
    async up(tx) {
      await sql`
        create table remote_violation (
          remote_id text not null,
          version text not null,
          hour timestamptz not null,
          directive text not null,
          blocked text not null,
          source text not null,
          count integer not null,
          last_at timestamptz not null,
          primary key (remote_id, version, hour, directive, blocked, source)
        )`.execute(tx);
      await sql`create index remote_violation_hour on remote_violation (hour)`.execute(tx);
      await grantToApp(tx, 'remote_violation');
    },
  },
  '0150_remote_digests': {
    async up(tx) {
      await sql`alter table remote_release add column lists_digests boolean not null default false`.execute(tx);
    },
  },
  '0160_remote_publisher_tenant': {
    async up(tx) {
      await sql`alter table remote_publisher_token add column made_in text not null default ''`.execute(tx);
    },
  },
};
