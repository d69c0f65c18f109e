import { sql } from 'kysely';
import type { Migrations } from '../../platform/db/migrate';
import { secureTenantTable } from '../../platform/db/tenant-table';

export const activityMigrations: Migrations = {
  '0350_activity_methods': {
    async up(tx) {
      await sql`
        create table activity_method_off (
          tenant_id text not null,
          method_id text not null,
          switched_by text not null,
          switched_at timestamptz not null default now(),
          primary key (tenant_id, method_id)
        )`.execute(tx);
      await secureTenantTable(tx, 'activity_method_off');
    },
  },
};
