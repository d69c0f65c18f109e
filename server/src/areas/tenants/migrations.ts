import { sql } from 'kysely';
import { APP_ROLE } from '../../platform/db/database';
import type { Migrations } from '../../platform/db/migrate';
import { grantToApp, secureTenantTable } from '../../platform/db/tenant-table';

export const tenantsMigrations: Migrations = {
  '0001_app_role': {
    async up(tx) {
      const known = await sql`select 1 from pg_roles where rolname = ${APP_ROLE}`.execute(tx);
      if (known.rows.length === 0) await sql`create role ${sql.ref(APP_ROLE)} nologin nobypassrls`.execute(tx);
      await sql`grant ${sql.ref(APP_ROLE)} to current_user`.execute(tx);
      await sql`grant usage on schema public to ${sql.ref(APP_ROLE)}`.execute(tx);
    },
  },
  '0002_trigrams': {
    /** Speeds up suggestions; a PostgreSQL without the extension, or an owner who may not add it, goes without. */
    async up(tx) {
      const available = await sql`select 1 from pg_available_extensions where name = 'pg_trgm'`.execute(tx);
      if (available.rows.length === 0) return;
      await sql`do $$ begin create extension if not exists pg_trgm; exception when insufficient_privilege then null; end $$`.execute(tx);
    },
  },
  '0010_tenants': {
    async up(tx) {
      await sql`
        create table tenant (
          tenant_id text primary key,
          name text not null,
          address text not null default 'none',
          shadow_accounts jsonb not null default '{}',
          updated_at timestamptz not null default now()
        )`.execute(tx);
      await grantToApp(tx, 'tenant');
      await sql`
        create table user_profile (
          tenant_id text not null,
          email text not null,
          first_name text not null,
          last_name text not null,
          job_title text not null,
          alert_info jsonb not null,
          primary key (tenant_id, email)
        )`.execute(tx);
      await sql`
        create table notification_setting (
          tenant_id text not null,
          severity text not null,
          settings jsonb not null,
          primary key (tenant_id, severity)
        )`.execute(tx);
      await secureTenantTable(tx, 'user_profile');
      await secureTenantTable(tx, 'notification_setting');
    },
  },
};
