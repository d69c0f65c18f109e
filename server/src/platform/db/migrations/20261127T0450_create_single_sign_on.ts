import { sql, type Kysely } from 'kysely';

/**
 * Creates single sign-on with SAML. The tables that a sign-in reads before the tenant is known belong to no tenant: the places of connections, the e-mail
 * domains, and the assertions that were used.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table identity_user
      add column is_active boolean not null default true,
      add column is_break_glass boolean not null default false`.execute(db);
  await sql`create index identity_user_tenant on identity_user (tenant_id)`.execute(db);
  await sql`create index identity_user_domain on identity_user (split_part(email, '@', 2), tenant_id)`.execute(db);
  await sql`create table saml_place (connection_id text primary key, tenant_id text not null)`.execute(db);
  await sql`create table sign_on_domain (domain text primary key, tenant_id text not null, is_active boolean not null)`.execute(db);
  await sql`create index sign_on_domain_tenant on sign_on_domain (tenant_id)`.execute(db);
  await sql`
    create table saml_used_assertion (
      connection_id text not null,
      assertion_digest text not null,
      expires_at timestamptz not null,
      primary key (connection_id, assertion_digest)
    )`.execute(db);
  await sql`
    create table saml_connection (
      tenant_id text primary key,
      connection_id text not null,
      name text not null,
      entity_id text not null,
      sign_on_url text not null,
      metadata_url text not null,
      certificates jsonb not null,
      email_attribute text not null,
      accepts_unrequested boolean not null,
      rules jsonb not null,
      is_enabled boolean not null,
      is_required boolean not null,
      break_glass text,
      tested_at timestamptz
    )`.execute(db);
  await sql`
    create table saml_test (
      tenant_id text not null,
      test_id text not null,
      started_at timestamptz not null,
      sealed_result bytea,
      primary key (tenant_id, test_id)
    )`.execute(db);
  for (const table of ['saml_connection', 'saml_test']) {
    await sql`alter table ${sql.table(table)} enable row level security, force row level security`.execute(db);
    await sql`
      create policy tenant_rows on ${sql.table(table)}
      using (tenant_id = current_setting('cam.tenant_id', true))
      with check (tenant_id = current_setting('cam.tenant_id', true))`.execute(db);
  }
  await sql`
    grant select, insert, update, delete on saml_place, sign_on_domain, saml_used_assertion, saml_connection, saml_test to cam_app`.execute(db);
}
