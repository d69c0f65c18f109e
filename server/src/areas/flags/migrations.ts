import { sql } from 'kysely';
import type { Migrations } from '../../platform/db/migrate';
import { secureTenantTable } from '../../platform/db/tenant-table';

export const flagsMigrations: Migrations = {
  '0030_flags': {
    async up(tx) {
      await sql`
        create table feature_flag (
          tenant_id text not null,
          flag text not null,
          value boolean not null,
          changed_by text not null,
          changed_at timestamptz not null,
          primary key (tenant_id, flag)
        )`.execute(tx);
      await secureTenantTable(tx, 'feature_flag');
    },
  },
  '0031_flag_changes': {
    async up(tx) {
      await sql`
        create table feature_flag_change (
          tenant_id text not null,
          change_number bigint generated always as identity,
          flag text not null,
          value boolean not null,
          changed_by text not null,
          changed_at timestamptz not null,
          primary key (tenant_id, change_number)
        )`.execute(tx);
      await secureTenantTable(tx, 'feature_flag_change');
    },
  },
};
