import { sql, type Kysely } from 'kysely';

/** Records what a report lacks. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table report add column partial jsonb not null default '[]'`.execute(db);
}
