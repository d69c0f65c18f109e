import { sql, type Kysely } from 'kysely';

/** Creates provisioning with SCIM: its tokens, and the users and groups that providers manage. The digests of tokens lead to the tenant, so they belong to none. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table scim_token_digest (
      digest text primary key,
      tenant_id text not null,
      token_id text not null,
      valid_until timestamptz
    )`.execute(db);
  await sql`create index scim_token_digest_token on scim_token_digest (tenant_id, token_id)`.execute(db);
  await sql`
    create table scim_token (
      tenant_id text not null,
      token_id text not null,
      name text not null,
      created_by text not null,
      created_at timestamptz not null,
      last_used_at timestamptz,
      last_used_from text,
      primary key (tenant_id, token_id)
    )`.execute(db);
  await sql`create table scim_rules (tenant_id text primary key, rules jsonb not null)`.execute(db);
  await sql`
    create table scim_user (
      tenant_id text not null,
      user_id text not null,
      user_name text not null,
      external_id text,
      is_active boolean not null,
      attributes jsonb not null,
      version integer not null default 1,
      created_at timestamptz not null default clock_timestamp(),
      changed_at timestamptz not null default clock_timestamp(),
      primary key (tenant_id, user_id)
    )`.execute(db);
  await sql`create unique index scim_user_name on scim_user (tenant_id, lower(user_name))`.execute(db);
  await sql`create index scim_user_external_id on scim_user (tenant_id, external_id)`.execute(db);
  await sql`create index scim_user_order on scim_user (tenant_id, created_at, user_id)`.execute(db);
  await sql`
    create table scim_group (
      tenant_id text not null,
      group_id text not null,
      display_name text not null,
      external_id text,
      version integer not null default 1,
      created_at timestamptz not null default clock_timestamp(),
      changed_at timestamptz not null default clock_timestamp(),
      primary key (tenant_id, group_id)
    )`.execute(db);
  await sql`create unique index scim_group_name on scim_group (tenant_id, lower(display_name))`.execute(db);
  await sql`
    create table scim_member (
      tenant_id text not null,
      group_id text not null,
      user_id text not null,
      primary key (tenant_id, group_id, user_id),
      foreign key (tenant_id, group_id) references scim_group on delete cascade,
      foreign key (tenant_id, user_id) references scim_user on delete cascade
    )`.execute(db);
  await sql`create index scim_member_user on scim_member (tenant_id, user_id)`.execute(db);
  for (const table of ['scim_token', 'scim_rules', 'scim_user', 'scim_group', 'scim_member']) {
    await sql`alter table ${sql.table(table)} enable row level security, force row level security`.execute(db);
    await sql`
      create policy tenant_rows on ${sql.table(table)}
      using (tenant_id = current_setting('cam.tenant_id', true))
      with check (tenant_id = current_setting('cam.tenant_id', true))`.execute(db);
  }
  await sql`
    grant select, insert, update, delete on scim_token_digest, scim_token, scim_rules, scim_user, scim_group, scim_member to cam_app`.execute(db);
}
