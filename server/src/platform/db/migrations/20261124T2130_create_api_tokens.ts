import { sql, type Kysely } from 'kysely';

/** Creates API tokens. The digests belong to no tenant, because a call brings nothing but its token; they lead to the tenant and the token. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table api_token_digest (
      digest text primary key,
      tenant_id text not null,
      token_id text not null,
      valid_until timestamptz
    )`.execute(db);
  await sql`create index api_token_digest_token on api_token_digest (tenant_id, token_id)`.execute(db);
  await sql`grant select, insert, update, delete on api_token_digest to cam_app`.execute(db);
  await sql`
    create table api_token (
      tenant_id text not null,
      token_id text not null,
      name text not null,
      kind text not null,
      owner text not null,
      scopes text[] not null,
      networks text[] not null,
      created_at timestamptz not null,
      expires_at timestamptz not null,
      last_used_at timestamptz,
      last_used_from text,
      revoked_at timestamptz,
      revoked_by text,
      primary key (tenant_id, token_id)
    )`.execute(db);
  await sql`
    create table api_token_policy (
      tenant_id text primary key,
      max_days integer not null
    )`.execute(db);
  for (const table of ['api_token', 'api_token_policy']) {
    await sql`alter table ${sql.table(table)} enable row level security, force row level security`.execute(db);
    await sql`
      create policy tenant_rows on ${sql.table(table)}
      using (tenant_id = current_setting('cam.tenant_id', true))
      with check (tenant_id = current_setting('cam.tenant_id', true))`.execute(db);
    await sql`grant select, insert, update, delete on ${sql.table(table)} to cam_app`.execute(db);
  }
}
