import { sql, type RawBuilder } from 'kysely';
import { LARGE_SET } from './action-bundles';
import { holdsNow, type InventoryScope } from './parts';
import { isLogged, logParts } from './log-coverage';

/**
 * Returns common table expressions for the actions that edges give; they follow `usageParts`. `listed` holds the actions that deserve a
 * row: named by a policy, specific to a resource type, sensitive, or used. `grants` holds what a principal class has in an account, as
 * bundles of action sets with their log coverage. `bundle_actions` lists their actions and whether a log covers their use. Many principals
 * share a bundle, so rows per principal and action never exist. Includes `logParts`.
 */
export function actionParts(scope: InventoryScope): RawBuilder<unknown> {
  return sql`
    sets as materialized (
      select g.set_id, x.key collate "C" as action, x.value #>> '{}' letters, position('s' in x.value #>> '{}') > 0 sensitive,
        count(*) over (partition by g.set_id) size
      from graph_action_set g cross join lateral jsonb_each(g.actions) x where g.tenant_id = ${scope.tenantId}
    ),
    used_actions as materialized (select distinct lower(s.action) name from uses s),
    listed as materialized (
      select s.action, bool_or(s.sensitive) sensitive from sets s left join used_actions u on u.name = lower(s.action)
      where s.size <= ${LARGE_SET} or s.sensitive or u.name is not null group by 1
    ),
    ${edgeParts(scope)},
    grants as materialized (
      select e.pclass_id, e.account_id, e.cloud_type, md5(string_agg(e.action_set || e.covered, ' ' order by e.action_set)) bundle from edges e group by 1, 2, 3
    ),
    bundle_actions as materialized (
      select b.bundle, s.action, bool_or(l.sensitive) sensitive, bool_or(${isLogged(sql`s.letters`, sql`b.covered`)}) covered from (
        select distinct g.bundle, e.action_set, e.covered from grants g
          join edges e on e.pclass_id = g.pclass_id and e.account_id = g.account_id and e.cloud_type = g.cloud_type
      ) b join sets s on s.set_id = b.action_set join listed l on l.action = s.action group by 1, 2
    )`;
}

/** Returns the common table expression `edges`: the action sets that principal classes have in each account, with their log coverage. Includes `logParts`. */
export function edgeParts(scope: InventoryScope): RawBuilder<unknown> {
  return sql`
    ${logParts(scope)},
    edges as materialized (
      select x.pclass_id, x.account_id, x.cloud_type, x.action_set, string_agg(distinct x.covered, '') covered from (
        select distinct r.pclass_id, r.account_id, r.cloud_type, r.action_set, '' covered from graph_reach r where r.tenant_id = ${scope.tenantId}
        union all
        select distinct a.pclass_id, a.account_id, a.cloud_type, a.action_set, l.covered from graph_access a
          join logs l on l.source_uid = a.source_uid and l.type = a.type and l.covered <> ''
          where ${holdsNow('a', scope)} and a.valid_from not in (select snapshot_id from young)
      ) x group by 1, 2, 3, 4
    )`;
}
