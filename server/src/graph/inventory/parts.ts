import { sql, type RawBuilder } from 'kysely';
import { holdsAt } from '../validity';

/** What inventories are counted of: a tenant's graph as it is now, and the moment that days since a use are counted from. */
export interface InventoryScope {
  tenantId: string;
  now: Date;
}

/** After so many days without a use access counts as unused. */
export const UNUSED_DAYS = 90;

const DAY = 24 * 60 * 60 * 1000;

export function holdsNow(alias: string, { tenantId }: InventoryScope): RawBuilder<boolean> {
  return holdsAt(alias, tenantId, null);
}

/** A moment so many days ago, as times of use are written. */
export function ago({ now }: InventoryScope, days: number): string {
  return new Date(now.getTime() - days * DAY).toISOString();
}

/**
 * Common table expressions for what was used, read by the same rules as `with-usage` of the query language. `acts`: who acts by which class of
 * principals, itself or as a role; `names`: how logs call whoever acts; `uses`: allowed uses of the last 90 days; `used`: of single resources and of
 * accounts; `served`: of services, whose resources are in `serving`.
 */
export function usageParts(scope: InventoryScope): RawBuilder<unknown> {
  return sql`
    acts as materialized (
      select distinct p.hops -> -1 ->> 'uri' uri, p.pclass_id from graph_profile_class p where ${holdsNow('p', scope)} and p.depth > 0
      union
      select i.uri, p.pclass_id from graph_profile_class p
        join graph_entity i on i.profile_id = p.profile_id and ${holdsNow('i', scope)} and i.is_identity
        where ${holdsNow('p', scope)} and p.depth = 0
    ),
    names as materialized (
      select h.uri, h.native_id as name from graph_entity h where ${holdsNow('h', scope)} and h.is_identity
      union
      select h.uri, lower(h.attributes ->> 'email') from graph_entity h where ${holdsNow('h', scope)} and h.is_identity and h.attributes ->> 'email' is not null
      union
      select g.uri, m.child_id from graph_edge m
        join graph_entity g on g.native_id = m.parent_id and ${holdsNow('g', scope)} and g.is_identity and g.type in ('GROUP', 'FEDERATED_GROUP')
        where ${holdsNow('m', scope)} and m.kind = 'member_of'
    ),
    uses as materialized (
      select n.uri, u.resource_id, u.source_uid, u.kind, u.action, max(u.last_at) last_at
      from graph_usage u join names n on n.name = u.identity_id
      where ${holdsNow('u', scope)} and u.count > 0 and u.last_at > ${ago(scope, UNUSED_DAYS)}
      group by 1, 2, 3, 4, 5
    ),
    used as materialized (
      select distinct s.uri, s.kind, r.entity_id, r.class_id, r.type, r.account_id, case when r.cloud_type = 'AWS' then split_part(r.native_id, ':', 3) end service
        from uses s
        join graph_entity r on r.native_id = s.resource_id and ${holdsNow('r', scope)} and r.is_resource
        where s.resource_id <> ''
      union
      select distinct s.uri, s.kind, r.entity_id, r.class_id, r.type, r.account_id, case when r.cloud_type = 'AWS' then split_part(r.native_id, ':', 3) end
        from uses s
        join graph_entity r on r.source_uid = s.source_uid and r.type = 'ACCOUNT_DATA' and ${holdsNow('r', scope)} and r.is_resource
        where s.resource_id = '' and s.kind is not null
    ),
    served as materialized (
      select distinct s.uri, s.kind, split_part(s.action, ':', 1) service from uses s where s.resource_id = '' and s.action like '%:*'
    ),
    serving as materialized (
      select r.class_id, r.type, r.account_id, split_part(r.native_id, ':', 3) service from graph_entity r
      where ${holdsNow('r', scope)} and r.is_resource and r.cloud_type = 'AWS' and split_part(r.native_id, ':', 3) in (select service from served)
    )`;
}

/** Sets of actions larger than that are of somebody who may do nearly everything. */
const LARGE_SET = 300;

/**
 * Common table expressions for what edges give, behind `usageParts`. `listed` names the actions that are worth a row: those that a policy names or that
 * fit one kind of resource, those that are sensitive, and those that somebody used. `grants` has what a class of principals holds in an account, as a
 * bundle of sets of actions; `bundle_actions` what is in it. Many hold the same: single actions of single holders never exist.
 */
export function actionParts(scope: InventoryScope): RawBuilder<unknown> {
  return sql`
    sets as materialized (
      select g.set_id, x.key collate "C" as action, position('s' in x.value #>> '{}') > 0 sensitive, count(*) over (partition by g.set_id) size
      from graph_action_set g cross join lateral jsonb_each(g.actions) x where g.tenant_id = ${scope.tenantId}
    ),
    used_actions as materialized (select distinct lower(s.action) name from uses s),
    listed as materialized (
      select s.action, bool_or(s.sensitive) sensitive from sets s left join used_actions u on u.name = lower(s.action)
      where s.size <= ${LARGE_SET} or s.sensitive or u.name is not null group by 1
    ),
    edges as materialized (select distinct r.pclass_id, r.account_id, r.cloud_type, r.action_set from graph_reach r where r.tenant_id = ${scope.tenantId}),
    grants as materialized (
      select e.pclass_id, e.account_id, e.cloud_type, md5(string_agg(e.action_set, ' ' order by e.action_set)) bundle from edges e group by 1, 2, 3
    ),
    bundle_actions as materialized (
      select distinct b.bundle, s.action, l.sensitive from (
        select distinct g.bundle, e.action_set from grants g
          join edges e on e.pclass_id = g.pclass_id and e.account_id = g.account_id and e.cloud_type = g.cloud_type
      ) b join sets s on s.set_id = b.action_set join listed l on l.action = s.action
    )`;
}
