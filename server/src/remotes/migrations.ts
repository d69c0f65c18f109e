import { sql } from 'kysely';
import type { Migrations } from '../db/migrate';
import { grantToApp, secureTenantTable } from '../db/tenant-table';

export const remotesMigrations: Migrations = {
  '0100_remotes': {
    async up(tx) {
      await sql`
        create table remote_release (
          remote_id text not null,
          version text not null,
          manifest jsonb not null,
          integrity jsonb not null,
          digest text not null,
          bytes integer not null,
          files integer not null,
          published_by text not null,
          published_at timestamptz not null default now(),
          primary key (remote_id, version)
        )`.execute(tx);
      await sql`
        create table remote_channel (
          remote_id text not null,
          channel text not null,
          version text not null,
          previous text,
          etag text not null,
          primary key (remote_id, channel),
          foreign key (remote_id, version) references remote_release (remote_id, version)
        )`.execute(tx);
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
      await grantToApp(tx, 'remote_release');
      await grantToApp(tx, 'remote_channel');
      await secureTenantTable(tx, 'remote_policy');
    },
  },
};
