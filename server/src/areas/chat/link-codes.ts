import { createHash, randomInt } from 'node:crypto';

/** Life of a code, ms. */
export const CODE_LIFE = 10 * 60_000;

/** Signs of codes: none looks like another one. */
const SIGNS = '23456789ABCDEFGHJKMNPQRSTVWXYZ';
const CODE_LENGTH = 10;

/** Returns a new code that links a user of a chat service. */
export function newCode(): string {
  return Array.from({ length: CODE_LENGTH }, () => SIGNS[randomInt(SIGNS.length)]).join('');
}

/** Returns the digest under which a code is stored, however it was typed. */
export function codeDigest(code: string): string {
  return createHash('sha256').update(code.trim().toUpperCase()).digest('hex');
}
