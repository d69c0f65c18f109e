import { sql, type Kysely } from 'kysely';

/**
 * Creates the graph and its snapshots. Ids of entities, profiles and classes are hashes of their content, so that they stay the same in every
 * snapshot.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table graph_snapshot (
      tenant_id text not null, snapshot_id bigint not null, source_uid text not null, taken_at timestamptz not null, state text not null,
      primary key (tenant_id, snapshot_id)
    )`.execute(db);
  await sql`
    create table graph_entity (
      tenant_id text not null, entity_id text not null, source_uid text not null, account_id text not null, cloud_type text not null,
      region text not null, type text not null, uri text not null, native_id text not null, name text not null,
      is_identity boolean not null, is_resource boolean not null, profile_id text, class_id text, attributes jsonb not null,
      valid_from bigint not null, valid_to bigint,
      primary key (tenant_id, entity_id, valid_from)
    )`.execute(db);
  await sql`create index graph_entity_type on graph_entity (tenant_id, type, name, entity_id) where valid_to is null`.execute(db);
  await sql`create index graph_entity_name on graph_entity (tenant_id, name, entity_id) where valid_to is null`.execute(db);
  await sql`create index graph_entity_uri on graph_entity (tenant_id, uri) where valid_to is null`.execute(db);
  await sql`create index graph_entity_class on graph_entity (tenant_id, class_id, name) where valid_to is null`.execute(db);
  await sql`create index graph_entity_profile on graph_entity (tenant_id, profile_id, name) where valid_to is null`.execute(db);
  await sql`
    create table graph_edge (
      tenant_id text not null, source_uid text not null, child_uri text not null, parent_uri text not null, kind text not null, detail jsonb not null,
      valid_from bigint not null, valid_to bigint,
      primary key (tenant_id, child_uri, parent_uri, kind, valid_from)
    )`.execute(db);
  await sql`
    create table graph_policy (
      tenant_id text not null, source_uid text not null, policy_id text not null, account_id text not null, name text not null, uri text not null,
      hash text not null,
      valid_from bigint not null, valid_to bigint,
      primary key (tenant_id, policy_id, valid_from)
    )`.execute(db);
  await sql`create table graph_document (tenant_id text not null, hash text not null, document text not null, primary key (tenant_id, hash))`.execute(
    db,
  );
  await sql`
    create table graph_profile_class (
      tenant_id text not null, source_uid text not null, profile_id text not null, pclass_id text not null, hops jsonb not null, depth smallint not null,
      conditional boolean not null,
      valid_from bigint not null, valid_to bigint,
      primary key (tenant_id, profile_id, pclass_id, valid_from)
    )`.execute(db);
  await sql`
    create table graph_access (
      tenant_id text not null, source_uid text not null, pclass_id text not null, class_id text not null,
      read_mode smallint not null, write_mode smallint not null, admin_mode smallint not null, via jsonb not null, actions jsonb not null,
      actions_total integer not null,
      valid_from bigint not null, valid_to bigint,
      primary key (tenant_id, pclass_id, class_id, valid_from)
    )`.execute(db);
  await sql`create index graph_access_class on graph_access (tenant_id, class_id) where valid_to is null`.execute(db);
  for (const table of ['graph_snapshot', 'graph_entity', 'graph_edge', 'graph_policy', 'graph_document', 'graph_profile_class', 'graph_access']) {
    await sql`alter table ${sql.table(table)} enable row level security, force row level security`.execute(db);
    await sql`
      create policy tenant_rows on ${sql.table(table)}
      using (tenant_id = current_setting('cam.tenant_id', true))
      with check (tenant_id = current_setting('cam.tenant_id', true))`.execute(db);
    await sql`grant select, insert, update, delete on ${sql.table(table)} to cam_app`.execute(db);
  }
}
