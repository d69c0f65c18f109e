import { sql, type Kysely } from 'kysely';

/** Creates reports and their files. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table report (
      tenant_id text not null,
      report_id text not null,
      name text not null,
      type text not null,
      query text not null,
      account_id text,
      status text not null,
      progress real not null default 0,
      row_count bigint,
      byte_count bigint,
      error text not null default '',
      created_by text not null,
      created_at timestamptz not null default now(),
      expires_at timestamptz,
      primary key (tenant_id, report_id)
    )`.execute(db);
  await sql`create index report_newest on report (tenant_id, created_at desc, report_id)`.execute(db);
  await sql`
    create table report_file (
      tenant_id text not null,
      report_id text not null,
      content bytea not null,
      primary key (tenant_id, report_id),
      foreign key (tenant_id, report_id) references report (tenant_id, report_id) on delete cascade
    )`.execute(db);
  for (const table of ['report', 'report_file']) {
    await sql`alter table ${sql.table(table)} enable row level security, force row level security`.execute(db);
    await sql`
      create policy tenant_rows on ${sql.table(table)}
      using (tenant_id = current_setting('cam.tenant_id', true))
      with check (tenant_id = current_setting('cam.tenant_id', true))`.execute(db);
    await sql`grant select, insert, update, delete on ${sql.table(table)} to cam_app`.execute(db);
  }
}
