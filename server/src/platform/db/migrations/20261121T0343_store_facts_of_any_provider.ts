import { sql, type Kysely } from 'kysely';

/** Keys edges and policies by the ids of their provider, so that they can refer to entities of another source. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`drop table graph_edge, graph_policy`.execute(db);
  await sql`
    create table graph_edge (
      tenant_id text not null, source_uid text not null, child_id text not null, child_uri text, parent_id text not null, parent_uri text,
      kind text not null, detail jsonb not null,
      valid_from bigint not null, valid_to bigint,
      primary key (tenant_id, source_uid, child_id, parent_id, kind, valid_from)
    )`.execute(db);
  await sql`
    create table graph_policy (
      tenant_id text not null, source_uid text not null, policy_id text not null, kind text not null, holder_id text not null, holder_uri text,
      account_id text not null, name text not null, uri text not null, hash text not null,
      valid_from bigint not null, valid_to bigint,
      primary key (tenant_id, source_uid, policy_id, kind, holder_id, valid_from)
    )`.execute(db);
  await sql`create index graph_policy_id on graph_policy (tenant_id, policy_id) where valid_to is null`.execute(db);
  await sql`create index graph_policy_holder on graph_policy (tenant_id, source_uid, holder_id) where valid_to is null`.execute(db);
  await sql`create index graph_edge_source on graph_edge (tenant_id, source_uid, valid_from)`.execute(db);
  await sql`alter table graph_edge enable row level security, force row level security`.execute(db);
  await sql`
    create policy tenant_rows on graph_edge
    using (tenant_id = current_setting('cam.tenant_id', true))
    with check (tenant_id = current_setting('cam.tenant_id', true))`.execute(db);
  await sql`grant select, insert, update, delete on graph_edge to cam_app`.execute(db);
  await sql`create index graph_policy_source on graph_policy (tenant_id, source_uid, valid_from)`.execute(db);
  await sql`alter table graph_policy enable row level security, force row level security`.execute(db);
  await sql`
    create policy tenant_rows on graph_policy
    using (tenant_id = current_setting('cam.tenant_id', true))
    with check (tenant_id = current_setting('cam.tenant_id', true))`.execute(db);
  await sql`grant select, insert, update, delete on graph_policy to cam_app`.execute(db);
}
