import { sql, type Kysely } from 'kysely';

/** Creates the second factors of the user pool: authenticator apps, passkeys and recovery codes, and the tenants that require one. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table identity_factor (
      factor_id text primary key,
      user_id text not null,
      kind text not null,
      name text not null,
      sealed_secret bytea,
      last_step bigint not null default 0,
      credential_id text unique,
      public_key bytea,
      counter bigint not null default 0,
      created_at timestamptz not null default now(),
      last_used_at timestamptz
    )`.execute(db);
  await sql`create index identity_factor_user on identity_factor (user_id)`.execute(db);
  await sql`create table identity_recovery_code (user_id text not null, code_hash text not null, primary key (user_id, code_hash))`.execute(db);
  await sql`create table identity_used_challenge (challenge text primary key, expires_at timestamptz not null)`.execute(db);
  await sql`
    create table identity_policy (
      tenant_id text primary key,
      second_factor_required boolean not null
    )`.execute(db);
  await sql`alter table identity_policy enable row level security, force row level security`.execute(db);
  await sql`
    create policy tenant_rows on identity_policy
    using (tenant_id = current_setting('cam.tenant_id', true))
    with check (tenant_id = current_setting('cam.tenant_id', true))`.execute(db);
  await sql`
    grant select, insert, update, delete on identity_factor, identity_recovery_code, identity_used_challenge, identity_policy to cam_app`.execute(db);
}
