import { sql, type Kysely } from 'kysely';

/**
 * Finds entities by name in any case and by account, and lists the classes of resources. Generated columns hold the compared values, because
 * row-level security keeps the planner from indexing expressions.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table graph_entity add column name_key text collate "C" generated always as (lower(name)) stored`.execute(db);
  await sql`create index graph_entity_name_key on graph_entity (tenant_id, name_key, type) where valid_to is null`.execute(db);
  await sql`create index graph_entity_account on graph_entity (tenant_id, account_id, type) where valid_to is null`.execute(db);
  await sql`
    create table graph_class (
      tenant_id text not null, source_uid text not null, class_id text not null, type text not null, account_id text not null, cloud_type text not null,
      primary key (tenant_id, source_uid, class_id, type, account_id, cloud_type)
    )`.execute(db);
  await sql`create index graph_class_id on graph_class (tenant_id, class_id) include (type, account_id, cloud_type)`.execute(db);
  await sql`create index graph_class_type on graph_class (tenant_id, type, account_id, class_id)`.execute(db);
  await sql`create index graph_class_account on graph_class (tenant_id, account_id, type, class_id)`.execute(db);
  await sql`alter table graph_entity no force row level security`.execute(db);
  await sql`
    insert into graph_class select distinct tenant_id, source_uid, class_id, type, account_id, cloud_type from graph_entity
    where valid_to is null and is_resource and class_id is not null`.execute(db);
  await sql`alter table graph_entity force row level security`.execute(db);
  await sql`alter table graph_class enable row level security, force row level security`.execute(db);
  await sql`
    create policy tenant_rows on graph_class
    using (tenant_id = current_setting('cam.tenant_id', true))
    with check (tenant_id = current_setting('cam.tenant_id', true))`.execute(db);
  await sql`grant select, insert, update, delete on graph_class to cam_app`.execute(db);
  await sql`drop index graph_access_class`.execute(db);
  await sql`
    create index graph_access_by_class on graph_access (tenant_id, class_id, pclass_id)
    include (read_mode, write_mode, admin_mode, action_set) where valid_to is null`.execute(db);
  await sql`
    create index graph_access_by_pclass on graph_access (tenant_id, pclass_id, class_id)
    include (read_mode, write_mode, admin_mode, action_set) where valid_to is null`.execute(db);
}
