import { sql, type Kysely } from 'kysely';

/** Limits API tokens to accounts. Tokens from before may read all. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table api_token add column account_ids text[] not null default '{}'`.execute(db);
}
