import { sql, type Kysely } from 'kysely';

/** Marks sources that are being deleted. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table source add column is_leaving boolean not null default false`.execute(db);
}
