import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database';

/** Refreshes the tables derived from a source's current edges and entities. Runs in the transaction that changes either. */
export async function refreshDerived(tx: Tx, tenantId: string, sourceUid: string): Promise<void> {
  await refreshReachability(tx, tenantId, sourceUid);
  await refreshNamedGrants(tx, tenantId, sourceUid);
  await refreshCounts(tx, tenantId, sourceUid);
}

/** Refreshes the edges of a source without their classes, with the number of resources behind each. */
async function refreshReachability(tx: Tx, tenantId: string, sourceUid: string): Promise<void> {
  const [source, holds] = [sql`tenant_id = ${tenantId} and source_uid = ${sourceUid}`, sql`valid_to is null`];
  const columns = sql`tenant_id, source_uid, pclass_id, type, account_id, cloud_type, action_set, read_mode, write_mode, admin_mode, marks`;
  const current = sql`
    select ${columns}, sum(coalesce(c.n, 0))::int resources from graph_access
      left join (select class_id, count(*) n from graph_entity where ${source} and ${holds} and is_resource group by 1) c using (class_id)
    where ${source} and ${holds} group by ${columns}`;
  // The planner knows no statistics of a new source and would count its classes once for each edge.
  await sql`set local enable_nestloop to off`.execute(tx);
  await sql`delete from graph_reach where ${source} and (${columns}, resources) not in (${current})`.execute(tx);
  await sql`insert into graph_reach (${columns}, resources) ${current} on conflict do nothing`.execute(tx);
  await sql`set local enable_nestloop to on`.execute(tx);
}

/**
 * Refreshes which principal classes hold grants of a name or URI. A source has many thousands of edges with a few hundred names, so a name keeps its classes
 * in one row.
 */
async function refreshNamedGrants(tx: Tx, tenantId: string, sourceUid: string): Promise<void> {
  const source = sql`tenant_id = ${tenantId} and source_uid = ${sourceUid}`;
  const columns = sql`tenant_id, source_uid, place, name, pclass_ids`;
  const current = sql`
    select a.tenant_id, a.source_uid, n.place, n.name, array_agg(distinct a.pclass_id order by a.pclass_id) pclass_ids
    from (
      select distinct a.tenant_id, a.source_uid, a.pclass_id, a.grants_id from graph_access a
      where a.tenant_id = ${tenantId} and a.source_uid = ${sourceUid} and a.valid_to is null) a
    cross join lateral (select g.via from graph_grants g where g.tenant_id = a.tenant_id and g.grants_id = a.grants_id offset 0) g
    cross join jsonb_array_elements(g.via) v
    cross join lateral (
      select 'policy' place, v ->> 'policy_name' as name
      union all select 'policy_uri', v ->> 'policy_uri'
      union all select h.* from (values ('holder', v ->> 'holder_name'), ('holder_uri', v ->> 'holder_uri')) h
        where v ->> 'holder_type' in ('GROUP', 'FEDERATED_GROUP')) n
    where v ->> 'effect' = 'Allow' and jsonb_array_length(v -> 'kinds') > 0 and n.name is not null
    group by 1, 2, 3, 4`;
  await sql`
    with current as materialized (${current}), gone as (
      delete from graph_named_grant g where ${source} and not exists (select 1 from current c where (c.place, c.name) = (g.place, g.name)))
    insert into graph_named_grant (${columns}) select ${columns} from current
    on conflict (tenant_id, source_uid, place, name) do update set pclass_ids = excluded.pclass_ids
    where graph_named_grant.pclass_ids is distinct from excluded.pclass_ids`.execute(tx);
}

/** Refreshes the number of entities of each type in each account. */
async function refreshCounts(tx: Tx, tenantId: string, sourceUid: string): Promise<void> {
  const source = sql`tenant_id = ${tenantId} and source_uid = ${sourceUid}`;
  await sql`delete from graph_count where ${source}`.execute(tx);
  await sql`
    insert into graph_count
    select tenant_id, source_uid, account_id, type, count(*) from graph_entity where ${source} and valid_to is null group by 1, 2, 3, 4`.execute(tx);
}
