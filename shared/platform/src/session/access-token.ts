/** Remaining lifetime below which a token is renewed, s. */
export const REFRESH_THRESHOLD = 1800;

export interface TokenClaims {
  email: string;
  tenant: string;
  /** Expiry, s since 1970. */
  exp: number;
}

/** Reads a token without verifying it, which only the server does. Returns null for an unreadable token. */
export function readToken(token: string | null): TokenClaims | null {
  const payload = token?.split('.')[1];
  if (!payload) return null;
  try {
    const json = new TextDecoder().decode(Uint8Array.from(atob(payload.replace(/-/g, '+').replace(/_/g, '/')), (char) => char.charCodeAt(0)));
    const claims = JSON.parse(json) as Partial<TokenClaims>;
    if (typeof claims.exp !== 'number' || typeof claims.email !== 'string') return null;
    return { email: claims.email, tenant: String(claims.tenant ?? ''), exp: claims.exp };
  } catch {
    return null;
  }
}

export type TokenState = 'missing' | 'unreadable' | 'expired' | 'due' | 'fresh';

/**
 * Returns the state of a token.
 * @param now ms since 1970
 */
export function tokenState(token: string | null, now: number): TokenState {
  if (!token) return 'missing';
  const claims = readToken(token);
  if (!claims) return 'unreadable';
  const left = claims.exp - now / 1000;
  if (left <= 0) return 'expired';
  return left < REFRESH_THRESHOLD ? 'due' : 'fresh';
}

/**
 * Returns whether a token can still be used.
 * @param now ms since 1970
 */
export function isUsable(token: string | null, now: number): boolean {
  const state = tokenState(token, now);
  return state === 'fresh' || state === 'due';
}
