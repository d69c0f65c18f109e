import { sql } from 'kysely';
import type { Tx } from '../../../platform/db/database';
import { logParts } from './log-coverage';
import type { ProfilePaths } from '../../engine/profile-paths';
import type { ProfileReach } from './profile-reach';
import { holdsNow, type InventoryScope } from './parts';

/**
 * Marks the paths that began within 90 days. Without a log of 90 days nothing depends on the age of paths, and they are not read. It costs the young paths,
 * not all.
 */
export async function markYoungPaths(
  tx: Tx,
  scope: InventoryScope,
  reach: Pick<ProfileReach, 'isLogged'>,
  paths: Pick<ProfilePaths, 'markYoung'>,
): Promise<void> {
  if (!reach.isLogged) return;
  const { rows: young } = await sql<{ snapshot_id: string }>`with ${logParts(scope)} select snapshot_id from young`.execute(tx);
  if (young.length === 0) return;
  // The table of paths is large, and those of a snapshot lie together in it, so its index is faster even for a quarter of them. A profile has one current path to a
  // principal class.
  await sql`set local enable_seqscan to off`.execute(tx);
  const ids = young.map(({ snapshot_id: id }) => id);
  const { rows } = await sql<{ profile_id: string; pclass_ids: string }>`
    select p.profile_id, string_agg(p.pclass_id, ' ') pclass_ids from graph_profile_class p
    where ${holdsNow('p', scope)} and p.valid_from in (${sql.join(ids)}) group by 1`.execute(tx);
  await sql`set local enable_seqscan to on`.execute(tx);
  for (const { profile_id: id, pclass_ids: list } of rows) paths.markYoung(id, list.split(' '));
}
