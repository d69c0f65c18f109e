import { sql, type Kysely } from 'kysely';

/** Adds the public keys of webhooks. Webhooks from before get one with their next secret. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table webhook add column public_keys jsonb not null default '[]'`.execute(db);
}
