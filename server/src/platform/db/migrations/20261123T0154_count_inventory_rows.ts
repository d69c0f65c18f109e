import { sql, type Kysely } from 'kysely';

/**
 * Counts the rows of each inventory list, and counts the inventory again, because missing logs were taken for disuse. Partial indexes replace the
 * index by status, which row-level security kept unused.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table inventory_fact no force row level security`.execute(db);
  await sql`
    insert into inventory_fact (tenant_id, count_id, section, key, account_id, name, value)
    select tenant_id, count_id, 'rows', section || ' ' || account_id, account_id, section, jsonb_build_object('n', count(*))
    from inventory_fact group by tenant_id, count_id, section, account_id`.execute(db);
  await sql`alter table inventory_fact force row level security`.execute(db);
  await sql`alter table inventory_state no force row level security`.execute(db);
  await sql`update inventory_state set head = -1`.execute(db);
  await sql`alter table inventory_state force row level security`.execute(db);
  await sql`drop index inventory_fact_status`.execute(db);
  await sql`
    create index inventory_fact_idle on inventory_fact (tenant_id, count_id, section, name, key)
    where value ->> 'status' = 'UNUSED'`.execute(db);
  await sql`
    create index inventory_fact_used on inventory_fact (tenant_id, count_id, section, ((value ->> 'used_90')::int) desc, name, key)
    where (value ->> 'used_90')::int > 0`.execute(db);
  await sql`
    create index inventory_fact_unused on inventory_fact (tenant_id, count_id, section, ((value ->> 'users_unused')::int) desc, name, key)
    where (value ->> 'used_90')::int = 0`.execute(db);
}
