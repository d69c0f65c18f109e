import { sql, type Kysely } from 'kysely';

/** Counts the inventory again, with totals, and indexes it by status. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table inventory_state no force row level security`.execute(db);
  await sql`update inventory_state set head = -1`.execute(db);
  await sql`alter table inventory_state force row level security`.execute(db);
  await sql`
    create index inventory_fact_status on inventory_fact (tenant_id, count_id, section, (value ->> 'status'), name)
    where value ->> 'status' is not null`.execute(db);
}
