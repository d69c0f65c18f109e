import { sql, type RawBuilder } from 'kysely';
import { UNKNOWN_STARTER } from '../../engine/session-starters';
import { namesInLogs, unattributedUse } from '../../store/use';
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

/** Returns whether a row of usage is an allowed use of the last 90 days. */
export function isRecentUse(alias: string, scope: InventoryScope): RawBuilder<boolean> {
  return sql<boolean>`${holdsNow(alias, scope)} and ${sql.ref(`${alias}.count`)} > 0 and ${sql.ref(`${alias}.last_at`)} > ${ago(scope, UNUSED_DAYS)}`;
}

/**
 * Returns common table expressions for usage, by the rules of `with-usage` in the query language. `acts`: the principal class of each
 * actor, itself or as a role. `names`: the names of identities in logs. `uses`: allowed uses of the last 90 days by an actor `uri`; the same with `starter`,
 * the name of whoever started the sessions of the actor, in `sessions`, where null stands for unknown users. A name may stand for many identities.
 */
export function usageParts(scope: InventoryScope): RawBuilder<unknown> {
  return sql`
    acts as materialized (select distinct h.uri, h.pclass_id from graph_holder h where ${holdsNow('h', scope)}),
    names as materialized (${namesInLogs({ tenantId: scope.tenantId, snapshotId: null })}),
    uses as materialized (
      select n.uri, u.resource_id, u.source_uid, u.kind, u.action, u.of_account, max(u.last_at) last_at
      from graph_usage u join names n on n.name = u.identity_id
      where ${isRecentUse('u', scope)}
      group by 1, 2, 3, 4, 5, 6
    ),
    ${sessionParts(scope)}`;
}

/** Returns the common table expression `sessions` of `usageParts`, which follows `names`. Only identities that somebody can become have sessions. */
function sessionParts(scope: InventoryScope): RawBuilder<unknown> {
  const since = ago(scope, UNUSED_DAYS);
  return sql`
    targets as materialized (
      select s.parent ->> 'uri' uri from graph_step s where ${holdsNow('s', scope)}
      union
      select e.uri from graph_edge m join graph_entity e on e.native_id = m.parent_id and ${holdsNow('e', scope)}
        where ${holdsNow('m', scope)} and m.kind in ('can_become', 'runs_as')
    ),
    assumable as materialized (
      select distinct n.uri, n.name from names n join acts t on t.uri = n.uri where n.uri in (select uri from targets)
    ),
    sessions as materialized (
      select n.uri, s.key starter, u.resource_id, u.source_uid, u.kind, u.action, u.of_account, max(s.value ->> 'at') last_at
      from graph_usage u join assumable n on n.name = u.identity_id cross join lateral jsonb_each(u.started_by) s
      where ${holdsNow('u', scope)} and u.count > 0 and u.last_at > ${since} and s.key <> ${UNKNOWN_STARTER} and s.value ->> 'at' > ${since}
      group by 1, 2, 3, 4, 5, 6, 7
      union all
      select n.uri, null, u.resource_id, u.source_uid, u.kind, u.action, u.of_account, max(${unattributedUse()})
      from graph_usage u join assumable n on n.name = u.identity_id
      where ${holdsNow('u', scope)} and u.count > 0 and u.last_at > ${since} and ${unattributedUse()} > ${since}
      group by 1, 2, 3, 4, 5, 6, 7
    )`;
}
