import { sql, type Kysely } from 'kysely';

/** Keeps when the stored facts of a source were last compared with its last import, and the numbers of facts if they differ. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table source add column facts_checked_at timestamptz, add column differing_facts jsonb`.execute(db);
}
