import { sql, type Kysely } from 'kysely';

/** Keeps the accounts to which a program wants its token limited, which the user sees before the decision. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table api_token_request add column account_ids text[] not null default '{}'`.execute(db);
}
