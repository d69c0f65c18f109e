import { sql } from 'kysely';
import type { Tx } from '../../../platform/db/database';
import { namesInLogs } from '../../store/use';
import { holdsNow, type InventoryScope } from './parts';

/** The most rows of a table. */
const MOST = 500;

/** An identity that can assume a role and gains access by it. */
export interface Assumer {
  uri: string;
  name: string;
  type: string;
  account_id: string;
  /** The hops before the role, of the shortest path; null: directly. */
  via: string | null;
  conditional: boolean;
  /** Last use of the role in sessions that it started, ISO 8601; null: none is logged. */
  last_used: string | null;
}

/**
 * Returns the identities of some types that can assume a role, one row for each, and their total. They are those of the query
 * `... with-access any via role with-attribute uri ROLE`.
 */
export async function assumersOf(
  tx: Tx,
  scope: InventoryScope,
  role: { uri: string; nativeId: string },
  types: readonly string[],
): Promise<{ rows: Assumer[]; total: number }> {
  const { rows } = await sql<Assumer & { total: number }>`
    with hops as materialized (
      select t.hops_id, h.place, (
        select string_agg(b.hop ->> 'name', ' → ' order by b.place) from jsonb_array_elements(t.hops) with ordinality b(hop, place) where b.place < h.place
      ) via
      from graph_hops t cross join lateral jsonb_array_elements(t.hops) with ordinality h(hop, place)
      where t.tenant_id = ${scope.tenantId} and h.hop ->> 'uri' = ${role.uri}
    ),
    paths as materialized (
      select p.profile_id, p.conditional, h.place, h.via
      from graph_profile_class p join hops h on h.hops_id = p.hops_id
      where ${holdsNow('p', scope)} and exists (select 1 from graph_access a where a.pclass_id = p.pclass_id and ${holdsNow('a', scope)})
    ),
    profiles as materialized (
      select profile_id, bool_and(conditional) conditional, (array_agg(via order by place, via nulls first))[1] via from paths group by 1
    ),
    started as materialized (
      select s.key as name, max(s.value ->> 'at') last_at from graph_usage u cross join lateral jsonb_each(u.started_by) s
      where ${holdsNow('u', scope)} and u.count > 0 and u.identity_id = ${role.nativeId} group by 1
    ),
    users as materialized (
      select n.uri, max(t.last_at) last_at from started t join (${namesInLogs({ tenantId: scope.tenantId, snapshotId: null })}) n on n.name = t.name group by 1
    )
    select i.uri, i.name, i.type, i.account_id, p.via, p.conditional, t.last_at last_used, (count(*) over ())::int total
    from graph_entity i join profiles p on p.profile_id = i.profile_id left join users t on t.uri = i.uri
    where ${holdsNow('i', scope)} and i.is_identity and i.type in (${sql.join([...types])})
    order by i.name, i.entity_id limit ${MOST}`.execute(tx);
  return { rows: rows.map(({ total: _total, ...row }) => row), total: rows[0]?.total ?? 0 };
}
