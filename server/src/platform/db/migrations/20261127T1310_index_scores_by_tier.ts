import { sql, type Kysely } from 'kysely';

/** Lists of a tier read their few rows, not the hundred thousands of the last tier. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create index risk_score_by_tier on risk_score (tenant_id, kind, tier, score desc, name, entity_id) where to_day is null and tier < 3`.execute(db);
}
