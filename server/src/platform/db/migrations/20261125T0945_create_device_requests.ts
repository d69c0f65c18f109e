import { sql, type Kysely } from 'kysely';

/** Creates the requests of programs for an API token. They belong to no tenant until a user allows them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table api_token_request (
      digest text primary key,
      user_code text not null unique,
      name text not null,
      address text not null,
      state text not null,
      sealed_token bytea,
      created_at timestamptz not null,
      expires_at timestamptz not null
    )`.execute(db);
  await sql`create index api_token_request_expiry on api_token_request (expires_at)`.execute(db);
  await sql`grant select, insert, update, delete on api_token_request to cam_app`.execute(db);
}
