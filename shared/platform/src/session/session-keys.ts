/** Names of the sign-in values in session storage. */
export const SESSION_KEYS = {
  email: 'email',
  token: 'token',
  refreshToken: 'refreshToken',
  idToken: 'idToken',
  tokenType: 'tokenType',
  redirectPage: 'redirectPage',
  isTokenExpired: 'isTokenExpired',
} as const;

export type SessionKey = keyof typeof SESSION_KEYS;

/** Values that a new tab gets from other tabs. */
export const SHARED_WITH_TABS: readonly SessionKey[] = ['email', 'token', 'refreshToken', 'idToken', 'tokenType', 'redirectPage', 'isTokenExpired'];
