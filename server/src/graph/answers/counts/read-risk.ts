import { sql } from 'kysely';
import type { Tx } from '../../../platform/db/database';
import type { StoredEntity } from '../read-holders';
import { usesOfIdentity } from './identity-uses';
import { ago, holdsNow, UNUSED_DAYS, type InventoryScope } from './parts';
import { edgesTo, isLogged, setParts } from './log-coverage';

/** The number of sensitive actions held, and of those used within 90 days. */
export interface SensitiveActions {
  held: number;
  /** The number without a known use that no log covers for 90 days, or that an unknown user of a role used. */
  unlogged: number;
  used: string[];
}

/** Counts the sensitive actions of an identity, including those of identities that it may assume, and those that it used. */
export function sensitiveOfIdentity(tx: Tx, scope: InventoryScope, identity: StoredEntity): Promise<SensitiveActions> {
  const since = ago(scope, UNUSED_DAYS);
  return read(
    tx,
    sql`
    ${setParts(
      scope,
      sql`
        select distinct a.source_uid, a.type, a.action_set from graph_reach a where a.tenant_id = ${scope.tenantId} and a.pclass_id in (
          select p.pclass_id from graph_profile_class p where ${holdsNow('p', scope)} and p.profile_id = ${identity.profileId})`,
    )},
    known as materialized (${usesOfIdentity(scope, identity)}),
    uses as materialized (select distinct lower(k.action) action from known k where k.used_at > ${since}),
    perhaps as materialized (select distinct lower(k.action) action from known k where k.perhaps_at > ${since})`,
    scope,
  );
}

/** Counts the sensitive actions that identities hold on a resource. */
export function sensitiveOnResource(tx: Tx, scope: InventoryScope, entity: StoredEntity): Promise<SensitiveActions> {
  return read(
    tx,
    sql`
    ${setParts(scope, edgesTo(scope, entity))},
    uses as materialized (
      select distinct lower(u.action) action from graph_usage u
      where ${holdsNow('u', scope)} and u.count > 0 and u.last_at > ${ago(scope, UNUSED_DAYS)} and u.resource_id = ${entity.nativeId}
    ),
    perhaps as (select null::text action where false)`,
    scope,
  );
}

const NAMED = 20;

async function read(tx: Tx, parts: ReturnType<typeof sql>, { tenantId }: InventoryScope): Promise<SensitiveActions> {
  const { rows } = await sql<SensitiveActions>`
    with ${parts},
    given as materialized (
      select x.key action, bool_or(${isLogged(sql`x.value #>> '{}'`, sql`t.covered`)}) and lower(x.key) not in (select q.action from perhaps q) covered,
        lower(x.key) in (select u.action from uses u) used
      from sets t join graph_action_set g on g.tenant_id = ${tenantId} and g.set_id = t.action_set cross join lateral jsonb_each(g.actions) x
      where position('s' in x.value #>> '{}') > 0 group by 1
    )
    select count(*)::int held, (count(*) filter (where not used and not covered))::int unlogged,
      coalesce((array_agg(action order by action) filter (where used))[1:${sql.lit(NAMED)}], array[]::text[]) used
    from given`.execute(tx);
  return rows[0] ?? { held: 0, unlogged: 0, used: [] };
}
