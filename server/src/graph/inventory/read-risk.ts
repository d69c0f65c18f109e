import { sql } from 'kysely';
import type { Tx } from '../../db/database';
import type { StoredEntity } from '../store/read-holders';
import { ago, holdsNow, UNUSED_DAYS, type InventoryScope } from './parts';

/** Sensitive actions: how many are given, and those of them that somebody used within 90 days. */
export interface SensitiveActions {
  held: number;
  used: string[];
}

/** What an identity may do that is sensitive, by itself and as whatever it may act as. */
export function sensitiveOfIdentity(tx: Tx, scope: InventoryScope, { profileId, nativeId, attributes }: StoredEntity): Promise<SensitiveActions> {
  const own = [nativeId, ...(typeof attributes.email === 'string' ? [attributes.email.toLowerCase()] : [])];
  return read(
    tx,
    sql`
    sets as materialized (
      select distinct a.action_set from graph_reach a where a.tenant_id = ${scope.tenantId} and a.pclass_id in (
        select p.pclass_id from graph_profile_class p where ${holdsNow('p', scope)} and p.profile_id = ${profileId})
    ),
    names as materialized (
      select unnest(array[${sql.join(own)}]::text[]) as name
      union
      select h.native_id from graph_entity h where ${holdsNow('h', scope)} and h.is_identity and h.uri = any(array(
        select x ->> 'uri' from graph_profile_class p cross join lateral jsonb_array_elements(p.hops) x where ${holdsNow('p', scope)} and p.profile_id = ${profileId}))
    ),
    uses as materialized (
      select distinct lower(u.action) action from graph_usage u
      where ${holdsNow('u', scope)} and u.count > 0 and u.last_at > ${ago(scope, UNUSED_DAYS)} and u.identity_id in (select name from names)
    )`,
    scope,
  );
}

/** What somebody may do with a resource that is sensitive. */
export function sensitiveOnResource(tx: Tx, scope: InventoryScope, { classId, nativeId }: StoredEntity): Promise<SensitiveActions> {
  return read(
    tx,
    sql`
    sets as materialized (select distinct a.action_set from graph_access a where ${holdsNow('a', scope)} and a.class_id = ${classId}),
    uses as materialized (
      select distinct lower(u.action) action from graph_usage u
      where ${holdsNow('u', scope)} and u.count > 0 and u.last_at > ${ago(scope, UNUSED_DAYS)} and u.resource_id = ${nativeId}
    )`,
    scope,
  );
}

const NAMED = 20;

async function read(tx: Tx, parts: ReturnType<typeof sql>, { tenantId }: InventoryScope): Promise<SensitiveActions> {
  const { rows } = await sql<{ held: number; used: string[] }>`
    with ${parts},
    given as materialized (
      select distinct x.key action from graph_action_set g cross join lateral jsonb_each(g.actions) x
      where g.tenant_id = ${tenantId} and g.set_id in (select action_set from sets) and position('s' in x.value #>> '{}') > 0
    )
    select count(*)::int held,
      coalesce((array_agg(action order by action) filter (where lower(action) in (select u.action from uses u)))[1:${sql.lit(NAMED)}], array[]::text[]) used
    from given`.execute(tx);
  return rows[0] ?? { held: 0, used: [] };
}
