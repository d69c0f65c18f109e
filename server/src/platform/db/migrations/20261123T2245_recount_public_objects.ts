import { sql, type Kysely } from 'kysely';

/** Counts the inventory again, with the certainty of each letter of a public object. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table inventory_state no force row level security`.execute(db);
  await sql`update inventory_state set head = -1`.execute(db);
  await sql`alter table inventory_state force row level security`.execute(db);
}
