import { sql } from 'kysely';
import type { Tx } from '../../../platform/db/database';
import { logParts } from './log-coverage';
import { holdsNow, type InventoryScope } from './parts';

/** The paths that began within 90 days. */
export class YoungPaths {
  /** @param pairs the principal classes to which each profile has young paths */
  constructor(private readonly pairs: ReadonlyMap<string, ReadonlySet<string>>) {}

  /** Returns the principal classes to which a profile has young paths; null: none. */
  of(profileId: string): ReadonlySet<string> | null {
    return this.pairs.get(profileId) ?? null;
  }
}

/**
 * Returns the paths that began within 90 days.
 * @param isLogged whether a log would show the use of any access; otherwise nothing depends on the age of paths, and they are not read
 */
export async function readYoungPaths(tx: Tx, scope: InventoryScope, { isLogged }: { isLogged: boolean }): Promise<YoungPaths> {
  if (!isLogged) return new YoungPaths(new Map());
  const { rows: young } = await sql<{ snapshot_id: string }>`with ${logParts(scope)} select snapshot_id from young`.execute(tx);
  if (young.length === 0) return new YoungPaths(new Map());
  // The table of paths is large, and those of a snapshot lie together in it, so its index is faster even for a quarter of them. A profile has one current path to a
  // principal class.
  await sql`set local enable_seqscan to off`.execute(tx);
  const ids = young.map(({ snapshot_id: id }) => id);
  const { rows } = await sql<{ profile_id: string; pclass_ids: string }>`
    select p.profile_id, string_agg(p.pclass_id, ' ') pclass_ids from graph_profile_class p
    where ${holdsNow('p', scope)} and p.valid_from in (${sql.join(ids)}) group by 1`.execute(tx);
  await sql`set local enable_seqscan to on`.execute(tx);
  return new YoungPaths(new Map(rows.map(({ profile_id: id, pclass_ids: list }) => [id, new Set(list.split(' '))])));
}
