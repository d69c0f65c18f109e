import { sql, type Kysely } from 'kysely';

/** Evaluates all sources of a tenant together instead of one by one. The graph is emptied, and every stored bundle is queued for a new import. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table graph_source (
      tenant_id text not null, source_uid text not null, cloud_type text not null, account_id text not null, needs jsonb not null, primary key (tenant_id,
      source_uid)
    )`.execute(db);
  await sql`create table graph_due (tenant_id text not null, source_uid text not null, primary key (tenant_id, source_uid))`.execute(db);
  await sql`
    create table graph_holder (
      tenant_id text not null, source_uid text not null, uri text not null, pclass_id text not null, valid_from bigint not null, valid_to bigint,
      primary key (tenant_id, source_uid, uri, valid_from)
    )`.execute(db);
  await sql`
    create table graph_step (
      tenant_id text not null, source_uid text not null, child_uri text not null, parent_uri text not null, relation text not null,
      group_uri text not null, parent jsonb not null, via_group jsonb,
      conditions jsonb not null, valid_from bigint not null, valid_to bigint, primary key (tenant_id, source_uid, child_uri, parent_uri, relation,
      group_uri, valid_from)
    )`.execute(db);
  await sql`
    create table graph_outsider (
      tenant_id text not null, source_uid text not null, uri text not null, entity jsonb not null, valid_from bigint not null, valid_to bigint,
      primary key (tenant_id, source_uid, uri, valid_from)
    )`.execute(db);
  await sql`
    create table graph_usage (
      tenant_id text not null, source_uid text not null, identity_id text not null, action text not null, resource_id text not null, day text not null,
      count bigint not null, failures bigint not null,
      last_at text not null, source_ip text, region text, valid_from bigint not null, valid_to bigint,
      primary key (tenant_id, source_uid, identity_id, action, resource_id, day, valid_from)
    )`.execute(db);
  await sql`
    create table graph_profile (
      tenant_id text not null, source_uid text not null, profile_id text not null, hash text not null, valid_from bigint not null, valid_to bigint,
      primary key (tenant_id, profile_id, valid_from)
    )`.execute(db);
  await sql`create index graph_usage_day on graph_usage (tenant_id, source_uid, day) where valid_to is null`.execute(db);
  for (const table of ['graph_source', 'graph_due', 'graph_holder', 'graph_step', 'graph_outsider', 'graph_usage', 'graph_profile']) {
    await sql`alter table ${sql.table(table)} enable row level security, force row level security`.execute(db);
    await sql`
      create policy tenant_rows on ${sql.table(table)}
      using (tenant_id = current_setting('cam.tenant_id', true))
      with check (tenant_id = current_setting('cam.tenant_id', true))`.execute(db);
    await sql`grant select, insert, update, delete on ${sql.table(table)} to cam_app`.execute(db);
  }
  await sql`create index graph_entity_native on graph_entity (tenant_id, native_id) where valid_to is null`.execute(db);
  await sql`drop index graph_entity_source, graph_edge_source, graph_policy_source, graph_profile_class_source, graph_access_source`.execute(db);
  await sql`create index graph_entity_current on graph_entity (tenant_id, source_uid) where valid_to is null`.execute(db);
  await sql`create index graph_access_current on graph_access (tenant_id, source_uid) where valid_to is null`.execute(db);
  await sql`create index graph_entity_begun on graph_entity (tenant_id, valid_from)`.execute(db);
  await sql`create index graph_entity_ended on graph_entity (tenant_id, valid_to) where valid_to is not null`.execute(db);
  await sql`create index graph_edge_begun on graph_edge (tenant_id, valid_from)`.execute(db);
  await sql`create index graph_edge_ended on graph_edge (tenant_id, valid_to) where valid_to is not null`.execute(db);
  await sql`create index graph_policy_begun on graph_policy (tenant_id, valid_from)`.execute(db);
  await sql`create index graph_policy_ended on graph_policy (tenant_id, valid_to) where valid_to is not null`.execute(db);
  await sql`create index graph_usage_begun on graph_usage (tenant_id, valid_from)`.execute(db);
  await sql`create index graph_usage_ended on graph_usage (tenant_id, valid_to) where valid_to is not null`.execute(db);
  await sql`create index graph_holder_begun on graph_holder (tenant_id, valid_from)`.execute(db);
  await sql`create index graph_holder_ended on graph_holder (tenant_id, valid_to) where valid_to is not null`.execute(db);
  await sql`create index graph_step_begun on graph_step (tenant_id, valid_from)`.execute(db);
  await sql`create index graph_step_ended on graph_step (tenant_id, valid_to) where valid_to is not null`.execute(db);
  await sql`create index graph_outsider_begun on graph_outsider (tenant_id, valid_from)`.execute(db);
  await sql`create index graph_outsider_ended on graph_outsider (tenant_id, valid_to) where valid_to is not null`.execute(db);
  await sql`create index graph_profile_begun on graph_profile (tenant_id, valid_from)`.execute(db);
  await sql`create index graph_profile_ended on graph_profile (tenant_id, valid_to) where valid_to is not null`.execute(db);
  await sql`create index graph_profile_class_begun on graph_profile_class (tenant_id, valid_from)`.execute(db);
  await sql`create index graph_profile_class_ended on graph_profile_class (tenant_id, valid_to) where valid_to is not null`.execute(db);
  await sql`create index graph_access_begun on graph_access (tenant_id, valid_from)`.execute(db);
  await sql`create index graph_access_ended on graph_access (tenant_id, valid_to) where valid_to is not null`.execute(db);
  await sql`
    truncate graph_entity, graph_edge, graph_policy, graph_usage, graph_holder, graph_step, graph_outsider, graph_profile, graph_profile_class,
      graph_access, graph_snapshot`.execute(db);
  await sql`alter table source no force row level security`.execute(db);
  await sql`update source set phase = 'PHASE_QUEUED', progress = 0, import_id = null where bundle is not null`.execute(db);
  await sql`alter table source force row level security`.execute(db);
}
