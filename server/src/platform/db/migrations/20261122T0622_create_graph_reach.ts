import { sql, type Kysely } from 'kysely';

/**
 * Stores with each edge the type, account and cloud of its resources and how its grants lead there, and creates the summary of edges by profile
 * class. Replaces the list of classes.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table graph_access
      add column type text not null default '',
      add column account_id text not null default '',
      add column cloud_type text not null default '',
      add column marks bigint not null default 0`.execute(db);
  await sql`
    alter table graph_profile_class
    add column step_types text generated always as (jsonb_path_query_array(hops, '$[*].type')::text) stored`.execute(db);
  await sql`alter table graph_access no force row level security`.execute(db);
  await sql`alter table graph_entity no force row level security`.execute(db);
  await sql`alter table graph_policy no force row level security`.execute(db);
  await sql`
    update graph_access a set type = c.type, account_id = c.account_id, cloud_type = c.cloud_type, marks = coalesce(m.marks, 0)
    from graph_access o
    left join lateral (
      select e.type, e.account_id, e.cloud_type from graph_entity e where e.tenant_id = o.tenant_id and e.class_id = o.class_id limit 1) c on true
    left join lateral (
      select bit_or(1::bigint << (((case v ->> 'holder_type' when 'GROUP' then 2 when 'FEDERATED_GROUP' then 4 else 0 end
          + (case when exists (
              select 1 from graph_policy g where g.tenant_id = o.tenant_id and g.source_uid = o.source_uid and g.policy_id = v ->> 'policy_id'
                and g.kind in ('azure_role_assignment', 'gcp_binding', 'admin_role')) then 1 else 0 end)) * 3
          + array_position(array['READ', 'WRITE', 'ADMIN'], kind) - 1) * 2
          + (case when jsonb_array_length(v -> 'conditions') > 0 then 1 else 0 end))) marks
      from jsonb_array_elements(o.via) v, jsonb_array_elements_text(v -> 'kinds') kind where v ->> 'effect' = 'Allow') m on true
    where a.tenant_id = o.tenant_id and a.pclass_id = o.pclass_id and a.class_id = o.class_id and a.valid_from = o.valid_from and c.type is not null`.execute(
    db,
  );
  await sql`
    create table graph_reach (
      tenant_id text not null, source_uid text not null, pclass_id text not null, type text not null, account_id text not null,
      cloud_type text not null, action_set text not null, read_mode smallint not null, write_mode smallint not null,
      admin_mode smallint not null, marks bigint not null,
      primary key (tenant_id, source_uid, pclass_id, type, account_id, action_set, read_mode, write_mode, admin_mode, marks)
    )`.execute(db);
  await sql`
    insert into graph_reach (tenant_id, source_uid, pclass_id, type, account_id, cloud_type, read_mode, write_mode, admin_mode, action_set, marks)
    select distinct tenant_id, source_uid, pclass_id, type, account_id, cloud_type, read_mode, write_mode, admin_mode, action_set,
      marks from graph_access where valid_to is null`.execute(db);
  await sql`alter table graph_access force row level security`.execute(db);
  await sql`alter table graph_entity force row level security`.execute(db);
  await sql`alter table graph_policy force row level security`.execute(db);
  await sql`alter table graph_reach enable row level security, force row level security`.execute(db);
  await sql`
    create policy tenant_rows on graph_reach
    using (tenant_id = current_setting('cam.tenant_id', true))
    with check (tenant_id = current_setting('cam.tenant_id', true))`.execute(db);
  await sql`grant select, insert, update, delete on graph_reach to cam_app`.execute(db);
  await sql`
    create index graph_reach_type on graph_reach (tenant_id, type, account_id, pclass_id)
    include (cloud_type, read_mode, write_mode, admin_mode, action_set, marks)`.execute(db);
  await sql`
    create index graph_reach_way on graph_reach (tenant_id, pclass_id, type)
    include (account_id, cloud_type, read_mode, write_mode, admin_mode, action_set, marks)`.execute(db);
  await sql`drop table graph_class`.execute(db);
  await sql`drop index graph_access_by_pclass, graph_access_by_class`.execute(db);
  await sql`
    create index graph_access_by_pclass on graph_access (tenant_id, pclass_id, type, class_id)
    include (account_id, cloud_type, read_mode, write_mode, admin_mode, action_set, marks, source_uid, valid_from) where valid_to is null`.execute(
    db,
  );
  await sql`
    create index graph_access_by_class on graph_access (tenant_id, class_id, pclass_id)
    include (read_mode, write_mode, admin_mode, action_set, marks) where valid_to is null`.execute(db);
  await sql`
    create index graph_profile_class_by_pclass on graph_profile_class (tenant_id, pclass_id)
    include (profile_id, step_types, conditional) where valid_to is null`.execute(db);
}
