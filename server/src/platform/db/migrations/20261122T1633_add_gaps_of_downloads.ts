import { sql, type Kysely } from 'kysely';

/** Records what a data download lacks. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table data_download add column partial jsonb not null default '[]'`.execute(db);
}
