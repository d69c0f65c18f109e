import { sql, type Kysely } from 'kysely';

/** Creates the sessions in which users page through the results of a query. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table query_session (
      tenant_id text not null, session_id text not null, email text not null, query text not null, account_id text,
      starts jsonb not null, next_start jsonb not null, used_at timestamptz not null,
      primary key (tenant_id, session_id)
    )`.execute(db);
  await sql`create index query_session_age on query_session (tenant_id, used_at)`.execute(db);
  await sql`alter table query_session enable row level security, force row level security`.execute(db);
  await sql`
    create policy tenant_rows on query_session
    using (tenant_id = current_setting('cam.tenant_id', true))
    with check (tenant_id = current_setting('cam.tenant_id', true))`.execute(db);
  await sql`grant select, insert, update, delete on query_session to cam_app`.execute(db);
}
