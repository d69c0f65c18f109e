import { sql, type RawBuilder } from 'kysely';
import type { Tx } from '../../../platform/db/database';
import type { StoredEntity } from '../read-holders';
import { usesOfIdentity } from './identity-uses';
import { holdsNow, type InventoryScope } from './parts';
import { edgesTo, isLogged, setParts } from './log-coverage';

/** The most rows of a table. */
const MOST = 500;

/** An action that an identity holds in an account, or that identities hold on a resource. */
export interface HeldAction {
  action: string;
  account_id: string;
  /** The action can change permissions, obtain credentials or expose resources. */
  sensitive: boolean;
  /** Last use by the identity, itself or in sessions that it started, or on the resource; null: not logged. */
  last_used: string | null;
  /** Last use by an unknown user of a role that the identity can assume; null: none. */
  used_through: string | null;
  /** True when a log covers its use for 90 days. */
  covered: boolean;
}

/**
 * Returns sensitive actions first, then the most recently used; at most 500 of `total`.
 * @param acts true for the actions of an identity, false for the actions on a resource
 */
export async function heldActions(
  tx: Tx,
  scope: InventoryScope,
  entity: StoredEntity,
  acts: boolean,
): Promise<{ actions: HeldAction[]; total: number }> {
  const edges: RawBuilder<unknown> = acts
    ? sql`select distinct r.source_uid, r.type, r.account_id, r.action_set from graph_profile_class p
          join graph_reach r on r.tenant_id = ${scope.tenantId} and r.pclass_id = p.pclass_id
        where ${holdsNow('p', scope)} and p.profile_id = ${entity.profileId ?? ''}`
    : sql`select e.*, ${entity.accountId}::text account_id from (${edgesTo(scope, entity)}) e`;
  const uses = acts
    ? usesOfIdentity(scope, entity)
    : sql`select u.action, u.last_at used_at, null::text perhaps_at from graph_usage u
          where ${holdsNow('u', scope)} and u.count > 0 and u.resource_id = ${entity.nativeId}`;
  const { rows } = await sql<HeldAction & { total: number }>`
    with ${setParts(scope, edges, ['account_id'])},
    held as materialized (
      select s.account_id, x.key action, bool_or(position('s' in x.value #>> '{}') > 0) sensitive, bool_or(${isLogged(sql`x.value #>> '{}'`, sql`s.covered`)}) covered
      from sets s join graph_action_set g on g.tenant_id = ${scope.tenantId} and g.set_id = s.action_set cross join lateral jsonb_each(g.actions) x group by 1, 2
    ),
    used as materialized (select lower(v.action) name, max(v.used_at) last_at, max(v.perhaps_at) perhaps_at from (${uses}) v group by 1)
    select h.action, h.account_id, h.sensitive, h.covered, u.last_at last_used, u.perhaps_at used_through, (count(*) over ())::int total from held h left join used u on u.name = lower(h.action)
    order by h.sensitive desc, u.last_at desc nulls last, h.action, h.account_id limit ${MOST}`.execute(tx);
  return { actions: rows.map(({ total: _total, ...held }) => held), total: rows[0]?.total ?? 0 };
}
