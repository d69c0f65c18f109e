import { sql, type Kysely } from 'kysely';

/** Creates data downloads and their parts. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table data_download (
      tenant_id text not null, download_id text not null, view text not null, criteria jsonb not null, account_id text,
      file_name text not null, status text not null, bytes bigint not null, error text not null,
      created_by text not null, created_at timestamptz not null, expires_at timestamptz not null,
      primary key (tenant_id, download_id)
    )`.execute(db);
  await sql`create index data_download_newest on data_download (tenant_id, created_at desc)`.execute(db);
  await sql`
    create table data_download_part (
      tenant_id text not null, download_id text not null, part integer not null, content bytea not null,
      primary key (tenant_id, download_id, part),
      foreign key (tenant_id, download_id) references data_download (tenant_id, download_id) on delete cascade
    )`.execute(db);
  for (const table of ['data_download', 'data_download_part']) {
    await sql`alter table ${sql.table(table)} enable row level security, force row level security`.execute(db);
    await sql`
      create policy tenant_rows on ${sql.table(table)}
      using (tenant_id = current_setting('cam.tenant_id', true))
      with check (tenant_id = current_setting('cam.tenant_id', true))`.execute(db);
    await sql`grant select, insert, update, delete on ${sql.table(table)} to cam_app`.execute(db);
  }
}
