import { sql, type Kysely } from 'kysely';

/** Creates the sessions of the user pool and the list of revoked tokens. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // A sign-in counts only if it is later than this, in seconds since 1970.
  await sql`alter table identity_user add column sessions_from bigint not null default 0`.execute(db);
  await sql`
    create table identity_session (
      session_id text primary key,
      user_id text not null,
      device text not null,
      address text not null,
      created_at timestamptz not null default now(),
      last_used_at timestamptz not null default now()
    )`.execute(db);
  await sql`create index identity_session_user on identity_session (user_id)`.execute(db);
  await sql`
    create table identity_revocation (
      subject text primary key,
      except_session text,
      revoked_at timestamptz not null default clock_timestamp(),
      expires_at timestamptz not null
    )`.execute(db);
  await sql`create index identity_revocation_time on identity_revocation (revoked_at)`.execute(db);
  await sql`create index oidc_payload_account on oidc_payload ((payload ->> 'accountId'))`.execute(db);
  await sql`create index oidc_payload_session on oidc_payload ((payload ->> 'sessionUid'))`.execute(db);
  await sql`grant select, insert, update, delete on identity_session, identity_revocation to cam_app`.execute(db);
}
