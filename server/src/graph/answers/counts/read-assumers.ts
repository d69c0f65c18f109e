import { sql } from 'kysely';
import type { Tx } from '../../../platform/db/database';
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
  /** Time at which it last assumed the role itself, by the log, ISO 8601; null: not logged. */
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
    with paths as materialized (
      select p.profile_id, p.conditional, h.place, (
        select string_agg(b.hop ->> 'name', ' → ' order by b.place) from jsonb_array_elements(p.hops) with ordinality b(hop, place) where b.place < h.place
      ) via
      from graph_profile_class p cross join lateral jsonb_array_elements(p.hops) with ordinality h(hop, place)
      where ${holdsNow('p', scope)} and h.hop ->> 'uri' = ${role.uri}
        and exists (select 1 from graph_access a where a.pclass_id = p.pclass_id and ${holdsNow('a', scope)})
    ),
    profiles as materialized (
      select profile_id, bool_and(conditional) conditional, (array_agg(via order by place, via nulls first))[1] via from paths group by 1
    )
    select i.uri, i.name, i.type, i.account_id, p.via, p.conditional, (
        select max(u.last_at) from graph_usage u
        where ${holdsNow('u', scope)} and u.count > 0 and u.identity_id = i.native_id and u.resource_id = ${role.nativeId} and u.action ilike 'sts:AssumeRole%'
      ) last_used, (count(*) over ())::int total
    from graph_entity i join profiles p on p.profile_id = i.profile_id
    where ${holdsNow('i', scope)} and i.is_identity and i.type in (${sql.join([...types])})
    order by i.name, i.entity_id limit ${MOST}`.execute(tx);
  return { rows: rows.map(({ total: _total, ...row }) => row), total: rows[0]?.total ?? 0 };
}
