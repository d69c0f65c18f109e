import { sql } from 'kysely';
import type { Tx } from '../../../platform/db/database';
import type { Migrations } from '../../../platform/db/migrate';
import { ofAllTenants, secureTenantTable } from '../../../platform/db/tenant-table';

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
      await countAnew(tx);
      await sql`
        create index inventory_fact_status on inventory_fact (tenant_id, count_id, section, (value ->> 'status'), name)
        where value ->> 'status' is not null`.execute(tx);
    },
  },
  '0702_inventory_profiles': {
    async up(tx) {
      // Roles are kept by profile now: what was counted has none.
      await countAnew(tx);
    },
  },
  '0703_inventory_rows': {
    async up(tx) {
      await ofAllTenants(tx, ['inventory_fact'], () =>
        sql`
          insert into inventory_fact (tenant_id, count_id, section, key, account_id, name, value)
          select tenant_id, count_id, 'rows', section || ' ' || account_id, account_id, section, jsonb_build_object('n', count(*))
          from inventory_fact group by tenant_id, count_id, section, account_id`.execute(tx),
      );
      // What was counted took the silence of a log that would not tell for disuse.
      await countAnew(tx);
      // Where rows are secured, no condition on a value is looked up in an index, but an index of those rows alone that meet it is read.
      await sql`drop index inventory_fact_status`.execute(tx);
      await sql`
        create index inventory_fact_idle on inventory_fact (tenant_id, count_id, section, name, key)
        where value ->> 'status' = 'UNUSED'`.execute(tx);
      // The pages of privileges begin with those that were used most, and with those that most people do not use.
      await sql`
        create index inventory_fact_used on inventory_fact (tenant_id, count_id, section, ((value ->> 'used_90')::int) desc, name, key)
        where (value ->> 'used_90')::int > 0`.execute(tx);
      await sql`
        create index inventory_fact_unused on inventory_fact (tenant_id, count_id, section, ((value ->> 'users_unused')::int) desc, name, key)
        where (value ->> 'used_90')::int = 0`.execute(tx);
    },
  },
};

function countAnew(tx: Tx): Promise<void> {
  return ofAllTenants(tx, ['inventory_state'], () => sql`update inventory_state set head = -1`.execute(tx));
}
