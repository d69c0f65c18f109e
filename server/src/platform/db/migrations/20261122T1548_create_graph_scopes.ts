import { sql, type Kysely } from 'kysely';

/** Creates each source's record of scopes above several accounts. One of those records counts among the entities. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table graph_scope (
      tenant_id text not null, source_uid text not null, uri text not null, entity jsonb not null, class_id text, is_above boolean not null,
      valid_from bigint not null, valid_to bigint, primary key (tenant_id, source_uid, uri, valid_from)
    )`.execute(db);
  await sql`create index graph_scope_begun on graph_scope (tenant_id, valid_from)`.execute(db);
  await sql`create index graph_scope_ended on graph_scope (tenant_id, valid_to) where valid_to is not null`.execute(db);
  await sql`alter table graph_scope enable row level security, force row level security`.execute(db);
  await sql`
    create policy tenant_rows on graph_scope
    using (tenant_id = current_setting('cam.tenant_id', true))
    with check (tenant_id = current_setting('cam.tenant_id', true))`.execute(db);
  await sql`grant select, insert, update, delete on graph_scope to cam_app`.execute(db);
}
