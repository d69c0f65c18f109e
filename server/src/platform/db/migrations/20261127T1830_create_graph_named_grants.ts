import { sql, type Kysely } from 'kysely';

/** Keeps which principal classes hold grants of a policy, or through a group, of a name, so that searches for it read the grants of those classes only. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table graph_named_grant (
      tenant_id text not null,
      source_uid text not null,
      place text not null,
      name text not null,
      pclass_ids text[] not null,
      primary key (tenant_id, source_uid, place, name)
    )`.execute(db);
  await sql`alter table graph_access no force row level security`.execute(db);
  await sql`
    insert into graph_named_grant (tenant_id, source_uid, place, name, pclass_ids)
    select a.tenant_id, a.source_uid, n.place, n.name, array_agg(distinct a.pclass_id order by a.pclass_id)
    from graph_access a
    cross join jsonb_array_elements(a.via) v
    cross join lateral (
      select 'policy' place, v ->> 'policy_name' as name
      union all select 'holder', v ->> 'holder_name' where v ->> 'holder_type' in ('GROUP', 'FEDERATED_GROUP')) n
    where a.valid_to is null and v ->> 'effect' = 'Allow' and jsonb_array_length(v -> 'kinds') > 0 and n.name is not null
    group by 1, 2, 3, 4`.execute(db);
  await sql`alter table graph_access force row level security`.execute(db);
  await sql`alter table graph_named_grant enable row level security, force row level security`.execute(db);
  await sql`
    create policy tenant_rows on graph_named_grant
    using (tenant_id = current_setting('cam.tenant_id', true))
    with check (tenant_id = current_setting('cam.tenant_id', true))`.execute(db);
  await sql`grant select, insert, update, delete on graph_named_grant to cam_app`.execute(db);
}
