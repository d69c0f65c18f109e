import { sql, type RawBuilder } from 'kysely';
import { holdsAt } from '../../store/validity';

/** The scope of inventory counts: a tenant's current graph and the moment from which days count. */
export interface InventoryScope {
  tenantId: string;
  now: Date;
}

/** Days without use after which access counts as unused. */
export const UNUSED_DAYS = 90;

const DAY = 24 * 60 * 60 * 1000;

export function holdsNow(alias: string, { tenantId }: InventoryScope): RawBuilder<boolean> {
  return holdsAt(alias, tenantId, null);
}

/** Returns the moment so many days ago, in the format of usage timestamps. */
export function ago({ now }: InventoryScope, days: number): string {
  return new Date(now.getTime() - days * DAY).toISOString();
}

/**
 * Returns common table expressions for usage, by the rules of `with-usage` in the query language. `acts`: the principal class of each
 * actor, itself or as a role. `names`: the actor's names in logs. `uses`: allowed uses of the last 90 days. `used`: uses of single
 * resources and of accounts. `served`: uses of services, whose resources are in `serving`.
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
      select n.uri, u.resource_id, u.source_uid, u.kind, u.action, u.of_account, max(u.last_at) last_at
      from graph_usage u join names n on n.name = u.identity_id
      where ${holdsNow('u', scope)} and u.count > 0 and u.last_at > ${ago(scope, UNUSED_DAYS)}
      group by 1, 2, 3, 4, 5, 6
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
        where s.of_account
    ),
    served as materialized (
      select distinct s.uri, s.kind, split_part(s.action, ':', 1) service from uses s where s.resource_id = '' and s.action like '%:*'
    ),
    serving as materialized (
      select r.class_id, r.type, r.account_id, split_part(r.native_id, ':', 3) service from graph_entity r
      where ${holdsNow('r', scope)} and r.is_resource and r.cloud_type = 'AWS' and split_part(r.native_id, ':', 3) in (select service from served)
    )`;
}
