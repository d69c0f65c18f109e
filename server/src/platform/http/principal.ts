import type { Right, UserSource } from '@cam/contracts/server';

/** The caller by its verified token. Tenant and rights never come from anything else that a browser sends. */
export interface Principal {
  tenantId: string;
  email: string;
  rights: readonly Right[];
  userSource: UserSource;
  /** Expiry of the token, ms since 1970: long responses such as event streams end with it. */
  expiresAt: number;
  /** The session of the token, or the token itself if it belongs to no session; null for tokens of an outside platform. */
  sessionId?: string | null;
  /** Time of issue, ms since 1970. */
  issuedAt?: number;
  /** The API token that the call was made with; undefined for a session. `accountIds` limits it to these accounts, at least one; undefined: all. */
  apiToken?: { id: string; name: string; accountIds?: readonly string[] };
  /** Calls the listener once when the token is revoked. @returns the function that ends the subscription */
  whenRevoked?: (listener: () => void) => () => void;
}

/** Turns a bearer token into a principal. @throws ApiError 401 with a sentence that says why */
export type VerifyToken = (token: string) => Promise<Principal>;
