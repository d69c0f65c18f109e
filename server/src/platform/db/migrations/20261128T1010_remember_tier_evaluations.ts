import { sql, type Kysely } from 'kysely';

/** Remembers the snapshot that a tier rule was evaluated on, and a fingerprint of what else decided, so that rules without relevant changes are not evaluated again. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table tier_rule add column evaluated_snapshot bigint, add column evaluated_of text`.execute(db);
}
