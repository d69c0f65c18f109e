import { sql } from 'kysely';
import type { Tx } from '../../db/database';
import { actionParts, ago, holdsNow, UNUSED_DAYS, usageParts, type InventoryScope } from './parts';

/** Types that are people, or programs with an account of their own. */
export const USER_TYPES = ['USER', 'FEDERATED_USER', 'SERVICE_ACCOUNT'] as const;

/** Who may use an action on resources of an account, and who did. */
export interface PrivilegeCount {
  account_id: string;
  cloud_type: string;
  name: string;
  /** It can change what others may do, get at credentials or open resources. */
  sensitive: boolean;
  users_total: number;
  /** Null: the account has no log that reaches 90 days back. */
  users_unused: number | null;
  used_90: number | null;
  used_30: number | null;
  used_7: number | null;
}

export async function countPrivileges(tx: Tx, scope: InventoryScope): Promise<PrivilegeCount[]> {
  const day = ago(scope, UNUSED_DAYS).slice(0, 10);
  const used = (days: number, as: string) =>
    sql`case when l.account_id is null then null else coalesce(d.${sql.ref(as)}, 0) end ${sql.ref(`used_${days}`)}`;
  const { rows } = await sql<PrivilegeCount>`
    with ${usageParts(scope)},
    people as materialized (
      select i.entity_id, i.uri, i.profile_id, coalesce(left(i.attributes ->> 'created', 10) <= ${day}, true) is_old
      from graph_entity i where ${holdsNow('i', scope)} and i.is_identity and i.type in (${sql.join(USER_TYPES)})
    ),
    sizes as materialized (select profile_id, count(*)::int n, (count(*) filter (where is_old))::int n_old from people group by 1),
    ${actionParts(scope)},
    held as materialized (
      select distinct p.profile_id, g.account_id, g.cloud_type, g.action, g.sensitive from given g
        join graph_profile_class p on p.pclass_id = g.pclass_id and ${holdsNow('p', scope)}
        where p.profile_id in (select profile_id from sizes)
    ),
    totals as (
      select h.account_id, h.cloud_type, h.action, h.sensitive, sum(s.n)::int n, sum(s.n_old)::int n_old
      from held h join sizes s on s.profile_id = h.profile_id group by 1, 2, 3, 4
    ),
    actions as materialized (
      select s.uri, g.account_id, s.action, max(s.last_at) last_at from uses s join graph_source g on g.tenant_id = ${scope.tenantId} and g.source_uid = s.source_uid
      where s.action not like '%:*' group by 1, 2, 3
      union all
      select s.uri, g.account_id, a.action, s.last_at from uses s join graph_source g on g.tenant_id = ${scope.tenantId} and g.source_uid = s.source_uid
        join (select distinct account_id, action from given) a on a.account_id = g.account_id and split_part(a.action, ':', 1) = split_part(s.action, ':', 1)
        where s.action like '%:*'
    ),
    did as (
      select x.account_id, x.action,
        count(*)::int u90, (count(*) filter (where x.last_at > ${ago(scope, 30)}))::int u30, (count(*) filter (where x.last_at > ${ago(scope, 7)}))::int u7,
        (count(*) filter (where x.is_old))::int old
      from (
        select i.entity_id, i.is_old, h.account_id, h.action, max(u.last_at) last_at from people i
          join graph_profile_class p on p.profile_id = i.profile_id and ${holdsNow('p', scope)}
          join actions u on u.uri = coalesce(p.hops -> -1 ->> 'uri', i.uri)
          join held h on h.profile_id = i.profile_id and h.account_id = u.account_id and lower(h.action) = lower(u.action)
        group by 1, 2, 3, 4
      ) x group by 1, 2
    ),
    telling as (select distinct s.account_id from graph_source s where s.tenant_id = ${scope.tenantId} and s.usage ->> 'since' <= ${day})
    select t.account_id, t.cloud_type, t.action "name", t.sensitive, t.n users_total,
      case when l.account_id is null then null else greatest(t.n_old - coalesce(d.old, 0), 0) end users_unused,
      ${used(90, 'u90')}, ${used(30, 'u30')}, ${used(7, 'u7')}
    from totals t left join did d on d.account_id = t.account_id and d.action = t.action left join telling l on l.account_id = t.account_id`.execute(
    tx,
  );
  return rows;
}
