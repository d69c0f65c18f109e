import type { JWK } from 'jose';

/** Algorithm of all keys (RFC 7518). */
export const ALGORITHM = 'ES256';

/** How long the servers of teams may keep the public keys, s. */
export const KEYS_KEPT = 300;

/** Lifetime of a token, s. A call begins at once, so it covers clocks that differ. */
export const TOKEN_LIFE = 60;

/** A private key, and the time from which it signs, ms since 1970. */
export interface StoredKey {
  from: number;
  jwk: JWK & { kid: string };
}

/** Reads the stored keys, the oldest first. An installation that never rotated has one key, stored without a time. */
export function keysIn(stored: string): StoredKey[] {
  const parsed = JSON.parse(stored) as { keys: StoredKey[] } | StoredKey['jwk'];
  return 'keys' in parsed ? (parsed.keys as StoredKey[]) : [{ from: 0, jwk: parsed as StoredKey['jwk'] }];
}

/** Returns the key that signs: the newest whose time has come. */
export function signerAt(keys: readonly StoredKey[], now: number): StoredKey {
  const begun = keys.filter(({ from }) => from <= now);
  const key = begun.at(-1) ?? keys[0];
  if (!key) throw new Error('there is no key for the tokens of back ends');
  return key;
}

/** Returns the keys with which tokens may be signed, now or as long as a published set is kept: also the next one, and former ones while tokens live. */
export function publishedAt(keys: readonly StoredKey[], now: number): StoredKey[] {
  return keys.filter((_key, index) => {
    const successor = keys[index + 1];
    return !successor || successor.from + TOKEN_LIFE * 1000 > now;
  });
}

/**
 * Adds a key that signs once every server of a team has read it.
 * @param compromised the former keys end at once: the new one signs immediately, and tokens of the others no longer count
 */
export function rotated(keys: readonly StoredKey[], jwk: StoredKey['jwk'], { now, compromised }: { now: number; compromised: boolean }): StoredKey[] {
  if (compromised) return [{ from: now, jwk }];
  return [...publishedAt(keys, now), { from: now + KEYS_KEPT * 1000, jwk }];
}
