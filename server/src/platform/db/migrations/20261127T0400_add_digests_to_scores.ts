import { sql, type Kysely } from 'kysely';

/** Adds a digest to each score, by which a scoring finds those that changed without reading the others. Null: not computed yet. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table risk_score add column digest text`.execute(db);
}
