import { sql, type Kysely } from 'kysely';

/** Records when a bundle was taken: a bundle of an earlier day gives a snapshot of that day. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table source add column bundle_taken_at timestamptz`.execute(db);
}
