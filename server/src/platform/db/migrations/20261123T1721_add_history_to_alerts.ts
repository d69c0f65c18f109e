import { sql, type Kysely } from 'kysely';

/** Keeps what happened to an alert: who dismissed, kept or remediated it, and which snapshot found it again. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table alert add column history jsonb not null default '[]'::jsonb`.execute(db);
}
