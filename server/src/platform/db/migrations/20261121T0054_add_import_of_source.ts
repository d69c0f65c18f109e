import { sql, type Kysely } from 'kysely';

/** Records which import works on a source, so that an older import that arrives late stops. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table source add column import_id text`.execute(db);
}
