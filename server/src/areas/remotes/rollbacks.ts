import type { RemoteId } from '@cam/contracts/server';
import type { StoredRelease } from './release';

/** A move of the stable channel. */
export interface StableMove {
  id: RemoteId;
  version: string;
  /** The release before; null: the channel was new. */
  from: string | null;
}

/**
 * Returns the releases that operators rolled back, as `id@version`. A move to an earlier release rolls back the one before and every release between the two. A
 * later move to one of them takes that back.
 * @param moves oldest first
 */
export function rolledBack(
  moves: readonly StableMove[],
  releases: ReadonlyMap<RemoteId, readonly Pick<StoredRelease, 'version' | 'number'>[]>,
): Set<string> {
  const result = new Set<string>();
  for (const { id, version, from } of moves) {
    const list = releases.get(id) ?? [];
    const numberOf = (wanted: string | null): number => list.find((release) => release.version === wanted)?.number ?? 0;
    const [to, before] = [numberOf(version), numberOf(from)];
    for (const { version: passed, number } of list) if (number > to && number <= before) result.add(`${id}@${passed}`);
    result.delete(`${id}@${version}`);
  }
  return result;
}
