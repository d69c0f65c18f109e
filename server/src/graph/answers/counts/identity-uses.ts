import { sql, type RawBuilder } from 'kysely';
import { PATHS_WITH_HOPS } from '../../store/hops';
import { lastUnattributedUse, namesInLogs, startedUse, unattributedUse } from '../../store/use';
import type { Tx } from '../../../platform/db/database';
import type { StoredEntity } from '../read-holders';
import { ago, holdsNow, UNUSED_DAYS, type InventoryScope } from './parts';

/**
 * Selects the allowed uses of one identity as `identity_id`, `source_uid`, `action`, `resource_id`, `used_at` and `perhaps_at`: by itself, and of the
 * identities that it can assume what its own sessions did (`used_at`) or those of unknown users (`perhaps_at`).
 */
export function usesOfIdentity(scope: InventoryScope, { uri, profileId }: Pick<StoredEntity, 'uri' | 'profileId'>): RawBuilder<unknown> {
  const moment = { tenantId: scope.tenantId, snapshotId: null };
  const names = sql`array(select n.name from (${namesInLogs(moment, sql`${uri}::text`)}) n)`;
  const columns = sql`u.identity_id, u.source_uid, u.action, u.resource_id`;
  return sql`
    select ${columns}, u.last_at used_at, null::text perhaps_at from graph_usage u
    where ${holdsNow('u', scope)} and u.count > 0 and u.identity_id = any(${names})
    union all
    select ${columns}, ${startedUse(names)}, ${unattributedUse()} from graph_usage u
    where ${holdsNow('u', scope)} and u.count > 0 and u.identity_id in (
      select n.name from (${namesInLogs(moment)}) n where n.uri in (
        select p.hops -> -1 ->> 'uri' from ${PATHS_WITH_HOPS} p where ${holdsNow('p', scope)} and p.profile_id = ${profileId ?? ''} and p.depth > 0))`;
}

/** An identity that an unknown user used. */
export interface UnattributedUse {
  uri: string;
  name: string;
  /** Last such use, ISO 8601. */
  at: string;
}

/** The most identities of `unattributedUses`. */
const MOST = 20;

/**
 * Returns the identities among this one and those that it can assume which an unknown user used within 90 days, most recent first. Only
 * a role needs somebody to start its sessions, so other identities are among them only where this one can assume them.
 */
export async function unattributedUses(
  tx: Tx,
  scope: InventoryScope,
  { uri, profileId }: Pick<StoredEntity, 'uri' | 'profileId'>,
): Promise<UnattributedUse[]> {
  const { rows } = await sql<UnattributedUse>`
    select distinct on (x.at, x.uri) x.uri, x.name, x.at from (
      select h.uri, h.name, ${lastUnattributedUse('h', { tenantId: scope.tenantId, snapshotId: null })} at from graph_entity h
      where ${holdsNow('h', scope)} and h.is_identity and (h.uri = ${uri} and h.type = 'ROLE' or h.type in ('ROLE', 'SERVICE_ACCOUNT') and h.uri in (
        select t ->> 'uri' from ${PATHS_WITH_HOPS} p cross join lateral jsonb_array_elements(p.hops) t
        where ${holdsNow('p', scope)} and p.profile_id = ${profileId ?? ''}))
    ) x where left(x.at, 10) > ${ago(scope, UNUSED_DAYS).slice(0, 10)} order by x.at desc, x.uri limit ${MOST}`.execute(tx);
  return rows;
}
