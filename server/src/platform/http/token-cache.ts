import type { Principal, VerifyToken } from './principal';

/** How long a verified token stays valid without another verification, ms: no longer than the keys that the platform may withdraw. */
const CACHE_LIFETIME = 30_000;

/** Tokens in the cache; the oldest verification leaves first. */
const CACHE_SIZE = 1000;

/**
 * Caches verified tokens. A page makes many calls with one token, and each verification blocks the thread for half a millisecond.
 */
export function cacheVerifiedTokens(verify: VerifyToken, now: () => number = Date.now): VerifyToken {
  const known = new Map<string, { principal: Principal; until: number }>();
  return async (token) => {
    const before = known.get(token);
    if (before && now() < before.until) return before.principal;
    known.delete(token);
    const principal = await verify(token);
    known.set(token, { principal, until: Math.min(now() + CACHE_LIFETIME, principal.expiresAt) });
    const [first] = known.keys();
    if (known.size > CACHE_SIZE && first !== undefined) known.delete(first);
    return principal;
  };
}
