import { sql, type Kysely } from 'kysely';

/** Gives CAM keys of its own for the SAML provider of a tenant: they sign requests, and assertions may be encrypted for them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table saml_connection add column signs_requests boolean not null default false`.execute(db);
  await sql`
    create table saml_own_key (
      tenant_id text not null,
      fingerprint text not null,
      certificate text not null,
      sealed_key bytea not null,
      is_signing boolean not null,
      created_at timestamptz not null,
      primary key (tenant_id, fingerprint)
    )`.execute(db);
  await sql`create unique index saml_own_key_signing on saml_own_key (tenant_id) where is_signing`.execute(db);
  await sql`alter table saml_own_key enable row level security, force row level security`.execute(db);
  await sql`
    create policy tenant_rows on saml_own_key
    using (tenant_id = current_setting('cam.tenant_id', true))
    with check (tenant_id = current_setting('cam.tenant_id', true))`.execute(db);
  await sql`grant select, insert, update, delete on saml_own_key to cam_app`.execute(db);
}
