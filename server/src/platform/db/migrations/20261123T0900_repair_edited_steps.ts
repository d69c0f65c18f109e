import { sql, type Kysely } from 'kysely';

/**
 * Repairs databases that ran a step before it was edited. The edits concern the start of the sequence in `number_snapshots_by_sequence`, the profiles in
 * `evaluate_graph_tenant_wide`, and the classes and one index in `create_graph_reach`. Other databases stay as they are.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter sequence graph_snapshot_number start with 1000`.execute(db);
  await sql`
    create table if not exists graph_profile (
      tenant_id text not null, source_uid text not null, profile_id text not null, hash text not null, valid_from bigint not null, valid_to bigint,
      primary key (tenant_id, profile_id, valid_from)
    )`.execute(db);
  await sql`create index if not exists graph_profile_begun on graph_profile (tenant_id, valid_from)`.execute(db);
  await sql`create index if not exists graph_profile_ended on graph_profile (tenant_id, valid_to) where valid_to is not null`.execute(db);
  await sql`alter table graph_profile enable row level security, force row level security`.execute(db);
  await sql`drop policy if exists tenant_rows on graph_profile`.execute(db);
  await sql`
    create policy tenant_rows on graph_profile
    using (tenant_id = current_setting('cam.tenant_id', true))
    with check (tenant_id = current_setting('cam.tenant_id', true))`.execute(db);
  await sql`grant select, insert, update, delete on graph_profile to cam_app`.execute(db);
  await sql`drop table if exists graph_class`.execute(db);
  await sql`
    do $$ begin
      if not exists (select 1 from pg_indexes where indexname = 'graph_access_by_pclass' and indexdef like '%marks, source_uid, valid_from)%') then
        drop index graph_access_by_pclass;
        create index graph_access_by_pclass on graph_access (tenant_id, pclass_id, type, class_id)
        include (account_id, cloud_type, read_mode, write_mode, admin_mode, action_set, marks, source_uid, valid_from) where valid_to is null;
      end if;
    end $$`.execute(db);
}
