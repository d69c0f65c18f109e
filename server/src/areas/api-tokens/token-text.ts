import { createHash, randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { API_TOKEN_PREFIX } from '@cam/contracts/server';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** Characters for 256 bits. */
const RANDOM = 43;
/** Characters for the 32 bits of the checksum. */
const CHECKSUM = 6;
/** Prefix of refresh tokens, which no call accepts. */
const REFRESH_PREFIX = 'camr_';
const FORM = new RegExp(`^${API_TOKEN_PREFIX}[0-9A-Za-z]{${RANDOM + CHECKSUM}}$`);

/** Returns a new token: the prefix, 256 random bits and a checksum, by which secret scanners tell a token from other text. */
export function newToken(): string {
  return tokenWith(API_TOKEN_PREFIX);
}

/** Returns a new refresh token of an assistant. */
export function newRefreshToken(): string {
  return tokenWith(REFRESH_PREFIX);
}

/** Reports whether a text has the form and the checksum of a token. */
export function isTokenText(text: string): boolean {
  return FORM.test(text) && checksumOf(text.slice(0, -CHECKSUM)) === text.slice(-CHECKSUM);
}

/** Returns the digest of a token for the database. A token has 256 random bits, so a plain digest is enough. */
export function digestOf(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

function tokenWith(prefix: string): string {
  const body = prefix + base62(BigInt(`0x${randomBytes(32).toString('hex')}`), RANDOM);
  return body + checksumOf(body);
}

function checksumOf(body: string): string {
  return base62(BigInt(crc32(body)), CHECKSUM);
}

function base62(value: bigint, length: number): string {
  let text = '';
  for (let rest = value; text.length < length; rest /= 62n) text = (ALPHABET[Number(rest % 62n)] ?? '') + text;
  return text;
}
