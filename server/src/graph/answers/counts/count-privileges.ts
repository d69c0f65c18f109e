import { sql } from 'kysely';
import type { Tx } from '../../../platform/db/database';
import { actionParts } from './action-parts';
import { ago, holdsNow, UNUSED_DAYS, usageParts, type InventoryScope } from './parts';

/** Types of users: people, and programs with their own account. */
export const USER_TYPES = ['USER', 'FEDERATED_USER', 'SERVICE_ACCOUNT'] as const;

/** The holders and users of an action on the resources of an account. */
export interface PrivilegeCount {
  account_id: string;
  cloud_type: string;
  name: string;
  /** The action can change permissions, obtain credentials or expose resources. */
  sensitive: boolean;
  users_total: number;
  /** Holders whose use a log covers for 90 days and who did not use it; null: no such holder. */
  users_unused: number | null;
  /** Null: no known user, and no log covers the use, or an unknown user used it. */
  used_90: number | null;
  used_30: number | null;
  used_7: number | null;
}

/**
 * Counts by profile and by bundle of actions per account, which many identities share. Per identity, only its own uses and those of the sessions that it
 * started are read. A use counts for the path that allows it: of two roles, the one that used a service need not hold the action. Holders of a
 * role with which an unknown user used the action are neither users nor known as unused.
 */
export async function countPrivileges(tx: Tx, scope: InventoryScope): Promise<PrivilegeCount[]> {
  const day = ago(scope, UNUSED_DAYS).slice(0, 10);
  const used = (days: number, as: string) =>
    sql`case when coalesce(d.u90, 0) = 0 and (t.n_covered = 0 or d.perhaps) then null else coalesce(d.${sql.ref(as)}, 0) end ${sql.ref(`used_${days}`)}`;
  const { rows } = await sql<PrivilegeCount>`
    with ${usageParts(scope)},
    people as materialized (
      select i.entity_id, i.uri, i.profile_id, coalesce(left(i.attributes ->> 'created', 10) <= ${day}, true) is_old
      from graph_entity i where ${holdsNow('i', scope)} and i.is_identity and i.type in (${sql.join(USER_TYPES)})
    ),
    sizes as materialized (select profile_id, count(*)::int n, (count(*) filter (where is_old))::int n_old from people group by 1),
    ${actionParts(scope)},
    holding as materialized (
      select p.profile_id, g.account_id, g.cloud_type, g.bundle, bool_or(p.valid_from not in (select snapshot_id from young)) is_old from grants g
        join graph_profile_class p on p.pclass_id = g.pclass_id and ${holdsNow('p', scope)}
        where p.profile_id in (select profile_id from sizes) group by 1, 2, 3, 4
    ),
    held as materialized (
      select h.profile_id, h.account_id, h.cloud_type, md5(string_agg(h.bundle || h.is_old, ' ' order by h.bundle)) parcel from holding h group by 1, 2, 3
    ),
    parcel_actions as materialized (
      select x.parcel, b.action, bool_or(b.sensitive) sensitive, bool_or(b.covered and x.is_old) covered from (
        select distinct d.parcel, h.bundle, h.is_old from held d
          join holding h on h.profile_id = d.profile_id and h.account_id = d.account_id and h.cloud_type = d.cloud_type
      ) x join bundle_actions b on b.bundle = x.bundle group by 1, 2
    ),
    totals as (
      select h.account_id, h.cloud_type, a.action, a.sensitive, sum(h.n)::int n, sum(case when a.covered then h.n_old else 0 end)::int n_covered from (
        select d.account_id, d.cloud_type, d.parcel, sum(s.n) n, sum(s.n_old) n_old from held d join sizes s on s.profile_id = d.profile_id group by 1, 2, 3
      ) h join parcel_actions a on a.parcel = h.parcel group by 1, 2, 3, 4
    ),
    attributed_uses as materialized (
      select s.uri, s.uri as by, s.source_uid, s.action, s.last_at from uses s
      union all
      select s.uri, b.uri, s.source_uid, s.action, s.last_at from sessions s join names b on b.name = s.starter where b.uri in (select uri from people)
      union all
      select s.uri, null, s.source_uid, s.action, s.last_at from sessions s where s.starter is null
    ),
    actions as materialized (
      select s.uri, s.by, g.account_id, lower(s.action) action, max(s.last_at) last_at from attributed_uses s
        join graph_source g on g.tenant_id = ${scope.tenantId} and g.source_uid = s.source_uid
      where s.action not like '%:*' group by 1, 2, 3, 4
      union all
      select s.uri, s.by, g.account_id, a.action, s.last_at from attributed_uses s
        join graph_source g on g.tenant_id = ${scope.tenantId} and g.source_uid = s.source_uid
        join (
          select distinct g.account_id, lower(b.action) action from (select distinct account_id, bundle from grants) g join bundle_actions b on b.bundle = g.bundle
        ) a on a.account_id = g.account_id and split_part(a.action, ':', 1) = lower(split_part(s.action, ':', 1))
        where s.action like '%:*'
    ),
    did_way as materialized (
      select t.uri, u.by, t.pclass_id, u.account_id, g.cloud_type, b.action, max(u.last_at) last_at from acts t join actions u on u.uri = t.uri
        join grants g on g.pclass_id = t.pclass_id and g.account_id = u.account_id
        join bundle_actions b on b.bundle = g.bundle and lower(b.action) = u.action
      group by 1, 2, 3, 4, 5, 6
    ),
    -- By identity: what it did itself, and what the sessions did that it started.
    did_by as materialized (
      select i.entity_id, i.profile_id, i.is_old, d.account_id, d.cloud_type, d.action, max(d.last_at) last_at from people i
        join (
          select distinct p.profile_id, p.pclass_id, case when p.depth > 0 then p.hops -> -1 ->> 'uri' end as role
          from graph_profile_class p where ${holdsNow('p', scope)}
        ) w on w.profile_id = i.profile_id
        join did_way d on d.by = i.uri and d.uri = coalesce(w.role, i.uri) and d.pclass_id = w.pclass_id
      group by 1, 2, 3, 4, 5, 6
    ),
    -- By profile: what an unknown user did with a role. The holders with a use of their own are known.
    did_perhaps as materialized (
      select distinct w.profile_id, d.account_id, d.cloud_type, d.action from (
        select distinct p.profile_id, p.pclass_id, p.hops -> -1 ->> 'uri' uri from graph_profile_class p where ${holdsNow('p', scope)} and p.depth > 0
      ) w join did_way d on d.uri = w.uri and d.pclass_id = w.pclass_id and d.by is null where w.profile_id in (select profile_id from sizes)
    ),
    done as (
      select d.profile_id, d.account_id, d.cloud_type, d.action, 1 u90, (d.last_at > ${ago(scope, 30)})::int u30, (d.last_at > ${ago(scope, 7)})::int u7,
        d.is_old::int old, false perhaps
      from did_by d
      union all
      select q.profile_id, q.account_id, q.cloud_type, q.action, 0, 0, 0, s.n_old - (
        select count(*)::int from did_by d where d.profile_id = q.profile_id and d.account_id = q.account_id and d.cloud_type = q.cloud_type
          and d.action = q.action and d.is_old), true
      from did_perhaps q join sizes s on s.profile_id = q.profile_id
    ),
    placed as materialized (
      select x.*, h.parcel from done x join held h on h.profile_id = x.profile_id and h.account_id = x.account_id and h.cloud_type = x.cloud_type
    ),
    did as (
      select x.account_id, x.cloud_type, x.action, sum(x.u90)::int u90, sum(x.u30)::int u30, sum(x.u7)::int u7,
        sum(case when a.covered then x.old else 0 end)::int covered, bool_or(x.perhaps) perhaps
      from placed x join parcel_actions a on a.parcel = x.parcel and a.action = x.action
      group by 1, 2, 3
    )
    select t.account_id, t.cloud_type, t.action "name", t.sensitive, t.n users_total,
      case when t.n_covered = 0 and coalesce(d.u90, 0) < t.n then null else greatest(t.n_covered - coalesce(d.covered, 0), 0) end users_unused,
      ${used(90, 'u90')}, ${used(30, 'u30')}, ${used(7, 'u7')}
    from totals t left join did d on d.account_id = t.account_id and d.cloud_type = t.cloud_type and d.action = t.action`.execute(tx);
  return rows;
}
