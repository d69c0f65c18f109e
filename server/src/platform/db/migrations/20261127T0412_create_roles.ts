import { sql, type Kysely } from 'kysely';

/** Creates the roles of a tenant with their members, and remembers which scopes of a token its owner held by roles alone. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table role (
      tenant_id text not null,
      role_id text not null,
      name text not null,
      description text not null,
      rights text[] not null,
      account_ids text[] not null,
      version integer not null,
      changed_by text not null,
      changed_at timestamptz not null,
      primary key (tenant_id, role_id)
    )`.execute(db);
  await sql`create unique index role_names on role (tenant_id, lower(name))`.execute(db);
  await sql`
    create table role_assignment (
      tenant_id text not null,
      role_id text not null,
      kind text not null,
      name text not null,
      primary key (tenant_id, role_id, kind, name)
    )`.execute(db);
  for (const table of ['role', 'role_assignment']) {
    await sql`alter table ${sql.table(table)} enable row level security, force row level security`.execute(db);
    await sql`
      create policy tenant_rows on ${sql.table(table)}
      using (tenant_id = current_setting('cam.tenant_id', true))
      with check (tenant_id = current_setting('cam.tenant_id', true))`.execute(db);
  }
  await sql`grant select, insert, update, delete on role, role_assignment to cam_app`.execute(db);
  await sql`alter table api_token add column role_scopes text[] not null default '{}'`.execute(db);
}
