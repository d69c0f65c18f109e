import type { Principal, VerifyToken } from './principal';

/** How long a token that was verified is known to be good, ms: no longer than keys are known that the platform may withdraw. */
const KNOWN_FOR = 30_000;

/** Tokens that are known at the same time; the one that was verified first goes first. */
const KNOWN = 1000;

/**
 * Verifies a token once in a while, and by its letters in between: a page makes many calls with one, and its signature
 * takes the thread that answers them half a millisecond each time.
 */
export function knowingTokens(verify: VerifyToken, now: () => number = Date.now): VerifyToken {
  const known = new Map<string, { principal: Principal; until: number }>();
  return async (token) => {
    const before = known.get(token);
    if (before && now() < before.until) return before.principal;
    known.delete(token);
    const principal = await verify(token);
    known.set(token, { principal, until: Math.min(now() + KNOWN_FOR, principal.expiresAt) });
    const [first] = known.keys();
    if (known.size > KNOWN && first !== undefined) known.delete(first);
    return principal;
  };
}
