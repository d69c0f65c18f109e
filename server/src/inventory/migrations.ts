import { sql } from 'kysely';
import type { Migrations } from '../db/migrate';
import { secureTenantTable } from '../db/tenant-table';

export const inventoryMigrations: Migrations = {
  '0700_inventory': {
    async up(tx) {
      await sql`
        create table inventory_fact (
          tenant_id text not null, count_id text not null, section text not null, key text not null,
          account_id text not null, name text not null, value jsonb not null,
          primary key (tenant_id, count_id, section, key)
        )`.execute(tx);
      await sql`create index inventory_fact_account on inventory_fact (tenant_id, count_id, section, account_id, name)`.execute(tx);
      await sql`create index inventory_fact_name on inventory_fact (tenant_id, count_id, section, name)`.execute(tx);
      await sql`
        create table inventory_state (
          tenant_id text not null primary key, count_id text, head bigint not null, counted_at timestamptz, running_id text
        )`.execute(tx);
      await secureTenantTable(tx, 'inventory_fact');
      await secureTenantTable(tx, 'inventory_state');
    },
  },
  '0701_inventory_totals': {
    async up(tx) {
      // What was counted has no sums yet: it is counted anew.
      await sql`update inventory_state set head = -1`.execute(tx);
      await sql`
        create index inventory_fact_status on inventory_fact (tenant_id, count_id, section, (value ->> 'status'), name)
        where value ->> 'status' is not null`.execute(tx);
    },
  },
  '0702_inventory_profiles': {
    async up(tx) {
      // Roles are kept by profile now: what was counted has none.
      await sql`update inventory_state set head = -1`.execute(tx);
    },
  },
};
