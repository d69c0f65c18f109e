import { sql, type Kysely } from 'kysely';

/** Adds exclusions: findings that a tenant accepts for a reason and for a time. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table exclusion (
      tenant_id text not null,
      exclusion_id text not null,
      kind text not null,
      query text,
      uris jsonb,
      reference_id text,
      reference_name text not null default '',
      account_id text,
      reason text not null,
      category text not null,
      owner text not null,
      ticket text not null default '',
      ends_on date,
      state text not null,
      hid_at_start integer not null,
      created_by text not null,
      created_at timestamptz not null default now(),
      changed_by text not null,
      approved_by text,
      removed_by text,
      warned_days integer,
      version integer not null default 1,
      primary key (tenant_id, exclusion_id)
    )`.execute(db);
  await sql`create index exclusion_active on exclusion (tenant_id, kind) where state = 'ACTIVE'`.execute(db);
  await sql`
    create table exclusion_uri (
      tenant_id text not null,
      exclusion_id text not null,
      uri text not null,
      primary key (tenant_id, exclusion_id, uri),
      foreign key (tenant_id, exclusion_id) references exclusion (tenant_id, exclusion_id) on delete cascade
    )`.execute(db);
  for (const table of ['exclusion', 'exclusion_uri']) {
    await sql`alter table ${sql.table(table)} enable row level security, force row level security`.execute(db);
    await sql`
      create policy tenant_rows on ${sql.table(table)}
      using (tenant_id = current_setting('cam.tenant_id', true))
      with check (tenant_id = current_setting('cam.tenant_id', true))`.execute(db);
    await sql`grant select, insert, update, delete on ${sql.table(table)} to cam_app`.execute(db);
  }
}
