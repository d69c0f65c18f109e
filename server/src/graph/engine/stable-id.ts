import { createHash } from 'node:crypto';

/** The same parts have the same id in every snapshot, so that what did not change is not written again. */
export function stableId(...parts: readonly string[]): string {
  return createHash('sha256').update(parts.join('\0')).digest('base64url').slice(0, 22);
}
