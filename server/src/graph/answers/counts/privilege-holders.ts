import { sql } from 'kysely';
import type { Tx } from '../../../platform/db/database';
import { PATHS_WITH_HOPS } from '../../store/hops';
import { namesInLogs, unattributedUse } from '../../store/use';
import { USER_TYPES } from './count-privileges';
import { ago, holdsNow, UNUSED_DAYS, type InventoryScope } from './parts';
import { isLogged, logParts } from './log-coverage';

export interface PrivilegeHolder {
  uri: string;
  name: string;
  type: string;
  account_id: string;
  /** Last use within 90 days, itself or in a session of a role that it started; null: none. */
  last_used: string | null;
  /** Last use within 90 days by an unknown user of a role that it can assume; null: none. */
  used_through: string | null;
  /** True when a log covers its use for 90 days, and no unknown user might be it. */
  judged: boolean;
}

/** Returns the users that hold an action on the resources of an account, most recent use first, with their total. */
export async function privilegeHolders(
  tx: Tx,
  scope: InventoryScope,
  action: string,
  accountId: string,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ holders: PrivilegeHolder[]; total: number }> {
  const since = ago(scope, UNUSED_DAYS);
  const day = since.slice(0, 10);
  const { rows } = await sql<PrivilegeHolder & { total: number }>`
    with ${logParts(scope)},
    classes as materialized (
      select distinct e.class_id from graph_entity e where ${holdsNow('e', scope)} and e.is_resource and e.account_id = ${accountId} and e.class_id is not null
    ),
    given as materialized (
      select a.pclass_id, bool_or(a.valid_from not in (select snapshot_id from young) and coalesce(${isLogged(sql`g.actions ->> ${action}`, sql`l.covered`)}, false)) covered
      from graph_access a join classes c on c.class_id = a.class_id join graph_action_set g on g.tenant_id = ${scope.tenantId} and g.set_id = a.action_set
        left join logs l on l.source_uid = a.source_uid and l.type = a.type
      where ${holdsNow('a', scope)} and jsonb_exists(g.actions, ${action}) group by 1
    ),
    used as materialized (
      select u.identity_id, u.last_at, u.count, u.started_by from graph_usage u
        join graph_source s on s.tenant_id = ${scope.tenantId} and s.source_uid = u.source_uid and s.account_id = ${accountId}
      where ${holdsNow('u', scope)} and u.count > 0 and u.last_at > ${since}
        and (lower(u.action) = lower(${action}) or lower(u.action) = lower(split_part(${action}, ':', 1)) || ':*')
    ),
    names as materialized (${namesInLogs({ tenantId: scope.tenantId, snapshotId: null })}),
    itself as materialized (select n.uri, max(u.last_at) last_at from used u join names n on n.name = u.identity_id group by 1),
    started as materialized (
      select n.uri role, b.uri, max(s.value ->> 'at') last_at from used u join names n on n.name = u.identity_id
        cross join lateral jsonb_each(u.started_by) s join names b on b.name = s.key where s.value ->> 'at' > ${since} group by 1, 2
    ),
    perhaps as materialized (
      select n.uri role, max(${unattributedUse()}) last_at from used u join names n on n.name = u.identity_id where ${unattributedUse()} > ${since} group by 1
    )
    select i.uri, i.name, i.type, i.account_id, max(coalesce(o.last_at, t.last_at)) last_used, max(q.last_at) used_through, (count(*) over ())::int total,
      bool_or(g.covered and q.last_at is null and p.valid_from not in (select snapshot_id from young)) and coalesce(left(max(i.attributes ->> 'created'), 10) <= ${day}, true) judged
    from graph_entity i join ${PATHS_WITH_HOPS} p on p.profile_id = i.profile_id and ${holdsNow('p', scope)} join given g on g.pclass_id = p.pclass_id
      left join itself t on p.depth = 0 and t.uri = i.uri
      left join started o on p.depth > 0 and o.role = p.hops -> -1 ->> 'uri' and o.uri = i.uri
      left join perhaps q on p.depth > 0 and q.role = p.hops -> -1 ->> 'uri'
    where ${holdsNow('i', scope)} and i.is_identity and i.type in (${sql.join(USER_TYPES)})
    group by 1, 2, 3, 4, i.entity_id order by 5 desc nulls last, 2 limit ${limit} offset ${offset}`.execute(tx);
  return { holders: rows.map(({ total: _total, ...holder }) => holder), total: rows[0]?.total ?? 0 };
}
