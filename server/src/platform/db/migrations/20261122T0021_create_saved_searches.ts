import { sql, type Kysely } from 'kysely';

/** Creates saved searches and the search history. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table query_saved (
      tenant_id text not null, search_id text not null, email text not null, name text not null, folder text not null, query text not null,
      shared boolean not null, saved_at timestamptz not null,
      primary key (tenant_id, search_id)
    )`.execute(db);
  await sql`
    create table query_history (
      tenant_id text not null, email text not null, query text not null, searched_at timestamptz not null, primary key (tenant_id, email, query)
    )`.execute(db);
  for (const table of ['query_saved', 'query_history']) {
    await sql`alter table ${sql.table(table)} enable row level security, force row level security`.execute(db);
    await sql`
      create policy tenant_rows on ${sql.table(table)}
      using (tenant_id = current_setting('cam.tenant_id', true))
      with check (tenant_id = current_setting('cam.tenant_id', true))`.execute(db);
    await sql`grant select, insert, update, delete on ${sql.table(table)} to cam_app`.execute(db);
  }
}
