import { hash } from 'node:crypto';

/** Returns an id that is equal for equal parts in every snapshot, so that unchanged rows need no rewrite. */
export function stableId(...parts: readonly string[]): string {
  return hash('sha256', parts.join('\0'), 'base64url').slice(0, 22);
}
