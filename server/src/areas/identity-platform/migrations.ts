import { sql } from 'kysely';
import type { Migrations } from '../../platform/db/migrate';
import { grantToApp, secureTenantTable } from '../../platform/db/tenant-table';

export const identityPlatformMigrations: Migrations = {
  '0020_identity_platform': {
    async up(tx) {
      await sql`
        create table identity_user (
          email text primary key,
          tenant_id text not null,
          user_id text not null unique,
          password_hash text not null,
          rights text[] not null,
          first_name text not null,
          last_name text not null,
          created_at timestamptz not null default now()
        )`.execute(tx);
      await sql`
        create table oidc_payload (
          model text not null,
          id text not null,
          payload jsonb not null,
          grant_id text,
          uid text,
          expires_at timestamptz,
          primary key (model, id)
        )`.execute(tx);
      await sql`create index oidc_payload_grant on oidc_payload (grant_id)`.execute(tx);
      await sql`create index oidc_payload_uid on oidc_payload (model, uid)`.execute(tx);
      await sql`create table platform_secret (name text primary key, sealed bytea not null)`.execute(tx);
      for (const table of ['identity_user', 'oidc_payload', 'platform_secret']) await grantToApp(tx, table);
    },
  },
  '0021_identity_source': {
    async up(tx) {
      await sql`
        create table identity_source (
          tenant_id text not null,
          source_id text not null,
          name text not null,
          description text not null,
          type text not null,
          created_at timestamptz not null default now(),
          primary key (tenant_id, source_id)
        )`.execute(tx);
      await secureTenantTable(tx, 'identity_source');
    },
  },
  '0022_ended_payloads': {
    async up(tx) {
      await sql`alter table oidc_payload add column is_ended boolean not null default false`.execute(tx);
    },
  },
};
