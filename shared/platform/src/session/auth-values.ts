import type { TokenSet } from '@cam/contracts';
import { storage } from '../state/storage';
import { readToken } from './access-token';
import { SESSION_KEYS, SHARED_WITH_TABS, type SessionKey } from './session-keys';

export type AuthValues = Partial<Record<SessionKey, string>>;

export function authValue(key: SessionKey): string | null {
  return storage.get(SESSION_KEYS[key]);
}

export function readAuthValues(): AuthValues {
  return Object.fromEntries(SHARED_WITH_TABS.flatMap((key) => (authValue(key) === null ? [] : [[key, authValue(key)]]))) as AuthValues;
}

export function writeAuthValues(values: AuthValues): void {
  for (const key of SHARED_WITH_TABS) {
    const value = values[key];
    if (value !== undefined) storage.set(SESSION_KEYS[key], value);
  }
}

/** Stores a new set of tokens. The e-mail comes from the access token. */
export function storeTokens(tokens: TokenSet): void {
  writeAuthValues({
    token: tokens.access_token,
    tokenType: tokens.token_type,
    email: readToken(tokens.access_token)?.email ?? '',
    ...(tokens.refresh_token ? { refreshToken: tokens.refresh_token } : {}),
    ...(tokens.id_token ? { idToken: tokens.id_token } : {}),
  });
  storage.remove(SESSION_KEYS.isTokenExpired);
}

/** Returns whether this tab is signed in: it holds an e-mail and an access token. The server was not asked yet. */
export function isAuthenticated(): boolean {
  return Boolean(authValue('email') && authValue('token'));
}
