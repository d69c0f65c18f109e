import type { RemoteId } from '@cam/contracts/server';

/** The limits that apply unless the operator sets others, bytes after gzip. The explorer draws the access graph, for which it needs a library. */
const LIMITS: Readonly<Record<string, number>> = { '*': 250_000, 'graph-explorer': 600_000 };

/**
 * Returns how large the scripts and styles of a remote's release may be, bytes after gzip.
 * @param set the operator's limits by remote; `*` stands for all others
 */
export function sizeLimitOf(id: RemoteId, set: Readonly<Record<string, number>>): number {
  return set[id] ?? set['*'] ?? LIMITS[id] ?? LIMITS['*'] ?? 0;
}
