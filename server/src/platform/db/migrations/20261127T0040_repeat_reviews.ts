import { sql, type Kysely } from 'kysely';

/** Lets access reviews repeat: the months between two of them, and the day on which the next one starts. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table review_campaign add column repeat_months integer, add column next_on date`.execute(db);
}
