import type { Right, UserSource } from '@cam/contracts/server';

/** A right that a role gives, with the accounts in which it applies; null: all. */
export interface Grant {
  right: Right;
  accounts: readonly string[] | null;
}

/** The caller by its verified token. Tenant and rights never come from anything else that a browser sends. */
export interface Principal {
  tenantId: string;
  email: string;
  rights: readonly Right[];
  /** Within a call: the rights of the token itself, which apply in all accounts. */
  ownRights?: readonly Right[];
  /** Rights from roles, beside those of the token. */
  grants?: readonly Grant[];
  /** Groups at the identity platform, to which roles may be assigned. */
  groups?: readonly string[];
  /** Within a call: the only accounts that the caller may read, by its roles and its API token; undefined: all. */
  accountIds?: readonly string[];
  userSource: UserSource;
  /** Expiry of the token, ms since 1970: long responses such as event streams end with it. */
  expiresAt: number;
  /** The session of the token, or the token itself if it belongs to no session; null for tokens of an outside platform. */
  sessionId?: string | null;
  /** Time of issue, ms since 1970. */
  issuedAt?: number;
  /**
   * The API token that the call was made with; undefined for a session. `accountIds` limits it to these accounts, at least one; undefined: all.
   * `isOfAssistant`: an assistant got it by OAuth, for its own calls.
   */
  apiToken?: { id: string; name: string; accountIds?: readonly string[]; scopes?: readonly Right[]; isOfAssistant?: boolean };
  /** Calls the listener once when the token is revoked. @returns the function that ends the subscription */
  whenRevoked?: (listener: () => void) => () => void;
}

/** Turns a bearer token into a principal. @throws ApiError 401 with a sentence that says why */
export type VerifyToken = (token: string) => Promise<Principal>;
