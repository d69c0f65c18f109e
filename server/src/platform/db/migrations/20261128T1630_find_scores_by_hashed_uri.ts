import { sql, type Kysely } from 'kysely';

/**
 * Finds the scores of a URI by its hash. A URI is long and begins like many others, so its place in an ordered index cost as much as everything else of a new score.
 * URIs begin with the tenant.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index risk_score_by_uri on risk_score using hash (uri)`.execute(db);
  await sql`drop index risk_score_of_entity`.execute(db);
}
