import { sql, type Kysely } from 'kysely';

/** Creates the users, tokens and keys of the embedded identity platform. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table identity_user (
      email text primary key,
      tenant_id text not null,
      user_id text not null unique,
      password_hash text not null,
      rights text[] not null,
      first_name text not null,
      last_name text not null,
      created_at timestamptz not null default now()
    )`.execute(db);
  await sql`
    create table oidc_payload (
      model text not null,
      id text not null,
      payload jsonb not null,
      grant_id text,
      uid text,
      expires_at timestamptz,
      primary key (model, id)
    )`.execute(db);
  await sql`create index oidc_payload_grant on oidc_payload (grant_id)`.execute(db);
  await sql`create index oidc_payload_uid on oidc_payload (model, uid)`.execute(db);
  await sql`create table platform_secret (name text primary key, sealed bytea not null)`.execute(db);
  await sql`grant select, insert, update, delete on identity_user, oidc_payload, platform_secret to cam_app`.execute(db);
}
