import { sql, type Kysely } from 'kysely';

/**
 * Creates the sign-in of assistants with OAuth. Programs, codes and refresh tokens come with nothing but their values, so their tables belong to no tenant; codes
 * and refresh tokens lead to one. A connected assistant is an API token with the id of its program.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table api_token add column client_id text, add column client_host text`.execute(db);
  await sql`alter table mcp_setting add column sign_in boolean not null default true`.execute(db);
  await sql`
    create table oauth_client (
      client_id text primary key,
      name text not null,
      redirect_uris text[] not null,
      created_at timestamptz not null,
      consented_at timestamptz
    )`.execute(db);
  await sql`create index oauth_client_use on oauth_client (consented_at, created_at)`.execute(db);
  await sql`
    create table oauth_code (
      digest text primary key,
      tenant_id text not null,
      client_id text not null,
      client_name text not null,
      owner text not null,
      scopes text[] not null,
      role_scopes text[] not null,
      redirect_uri text not null,
      code_challenge text not null,
      created_at timestamptz not null,
      expires_at timestamptz not null,
      token_expires_at timestamptz not null,
      token_id text
    )`.execute(db);
  await sql`create index oauth_code_expiry on oauth_code (expires_at)`.execute(db);
  await sql`
    create table oauth_refresh_token (
      digest text primary key,
      tenant_id text not null,
      token_id text not null,
      client_id text not null,
      expires_at timestamptz not null,
      used_at timestamptz
    )`.execute(db);
  await sql`create index oauth_refresh_token_expiry on oauth_refresh_token (expires_at)`.execute(db);
  await sql`grant select, insert, update, delete on oauth_client, oauth_code, oauth_refresh_token to cam_app`.execute(db);
}
