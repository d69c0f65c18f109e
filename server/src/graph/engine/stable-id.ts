import { createHash } from 'node:crypto';

/** Returns an id that is equal for equal parts in every snapshot, so that unchanged rows need no rewrite. */
export function stableId(...parts: readonly string[]): string {
  return createHash('sha256').update(parts.join('\0')).digest('base64url').slice(0, 22);
}
