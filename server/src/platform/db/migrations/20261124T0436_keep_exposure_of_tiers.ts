import { sql, type Kysely } from 'kysely';

/** Keeps for each day how many identities outside of each tier have access to it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table risk_day add column outside jsonb`.execute(db);
}
