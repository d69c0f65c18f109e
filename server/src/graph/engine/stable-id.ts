import { createHash, hash } from 'node:crypto';

/** Characters of an id. */
const LENGTH = 22;

/** Characters that are hashed at a time. */
const CHUNK = 65_536;

/** Returns an id that is equal for equal parts in every snapshot, so that unchanged rows need no rewrite. */
export function stableId(...parts: readonly string[]): string {
  return hash('sha256', parts.join('\0'), 'base64url').slice(0, LENGTH);
}

/** Returns the same id as `stableId` of a part and of another one that consists of these pieces, which are never joined: paths of an administrator take tens of megabytes as text. */
export function stableIdOfPieces(part: string, pieces: Iterable<string>): string {
  const sum = createHash('sha256');
  let text = `${part}\0`;
  for (const piece of pieces) {
    text += piece;
    if (text.length < CHUNK) continue;
    sum.update(text);
    text = '';
  }
  return sum.update(text).digest('base64url').slice(0, LENGTH);
}
