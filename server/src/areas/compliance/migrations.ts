import { sql } from 'kysely';
import type { Migrations } from '../../platform/db/migrate';
import { secureTenantTable } from '../../platform/db/tenant-table';

export const complianceMigrations: Migrations = {
  '0400_compliance_status': {
    async up(tx) {
      await sql`
        create table compliance_status (
          tenant_id text not null,
          rule_id text not null,
          failing boolean not null,
          changed_at timestamptz not null,
          primary key (tenant_id, rule_id)
        )`.execute(tx);
      await secureTenantTable(tx, 'compliance_status');
    },
  },
  '0401_compliance_count': {
    async up(tx) {
      await sql`
        create table compliance_count (
          tenant_id text not null,
          account_id text not null,
          by_region jsonb not null,
          counted_at timestamptz not null,
          primary key (tenant_id, account_id)
        )`.execute(tx);
      await secureTenantTable(tx, 'compliance_count');
    },
  },
  '0402_compliance_exceptions': {
    async up(tx) {
      await sql`
        create table compliance_exception (
          tenant_id text not null,
          rule_id text not null,
          object_uri text not null,
          status text not null,
          snapshot_id bigint not null,
          changed_by text not null,
          changed_at timestamptz not null,
          primary key (tenant_id, rule_id, object_uri)
        )`.execute(tx);
      await secureTenantTable(tx, 'compliance_exception');
    },
  },
  '0403_compliance_trend': {
    async up(tx) {
      await sql`alter table compliance_status add column last_failed_at timestamptz`.execute(tx);
      await sql`
        create table compliance_day (
          tenant_id text not null,
          account_id text not null,
          day text not null,
          snapshot_id bigint not null,
          rules jsonb not null,
          primary key (tenant_id, account_id, day)
        )`.execute(tx);
      await sql`
        create table compliance_finding (
          tenant_id text not null,
          rule_id text not null,
          object_uri text not null,
          since timestamptz not null,
          primary key (tenant_id, rule_id, object_uri)
        )`.execute(tx);
      await secureTenantTable(tx, 'compliance_day');
      await secureTenantTable(tx, 'compliance_finding');
    },
  },
  '0404_compliance_exception_times': {
    async up(tx) {
      await sql`alter table compliance_exception drop column snapshot_id`.execute(tx);
    },
  },
};
