import { sql } from 'kysely';
import { APP_ROLE } from '../../platform/db/database';
import type { Migrations } from '../../platform/db/migrate';
import { secureTenantTable } from '../../platform/db/tenant-table';

export const auditMigrations: Migrations = {
  '0030_audit': {
    async up(tx) {
      await sql`
        create table audit_entry (
          tenant_id text not null,
          audit_id bigint generated always as identity,
          at timestamptz not null default clock_timestamp(),
          actor text not null,
          address text not null,
          call text not null,
          subject text not null,
          before jsonb,
          after jsonb,
          primary key (tenant_id, audit_id)
        )`.execute(tx);
      await sql`create index audit_entry_latest on audit_entry (tenant_id, at desc)`.execute(tx);
      await secureTenantTable(tx, 'audit_entry');
      await sql`revoke update, delete on audit_entry from ${sql.ref(APP_ROLE)}`.execute(tx);
    },
  },
};
