import { sql, type Kysely } from 'kysely';

/** Keeps which principal classes hold grants of a policy, or through a group, of a URI as well, so that searches by their attributes find those classes. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table graph_access no force row level security`.execute(db);
  await sql`alter table graph_named_grant no force row level security`.execute(db);
  await sql`
    insert into graph_named_grant (tenant_id, source_uid, place, name, pclass_ids)
    select a.tenant_id, a.source_uid, n.place, n.name, array_agg(distinct a.pclass_id order by a.pclass_id)
    from graph_access a
    cross join jsonb_array_elements(a.via) v
    cross join lateral (
      select 'policy_uri' place, v ->> 'policy_uri' as name
      union all select 'holder_uri', v ->> 'holder_uri' where v ->> 'holder_type' in ('GROUP', 'FEDERATED_GROUP')) n
    where a.valid_to is null and v ->> 'effect' = 'Allow' and jsonb_array_length(v -> 'kinds') > 0 and n.name is not null
    group by 1, 2, 3, 4
    on conflict do nothing`.execute(db);
  await sql`alter table graph_named_grant force row level security`.execute(db);
  await sql`alter table graph_access force row level security`.execute(db);
}
