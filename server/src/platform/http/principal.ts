import type { Right, UserSource } from '@cam/contracts/server';

/** The caller by its verified token. Tenant and rights never come from anything else that a browser sends. */
export interface Principal {
  tenantId: string;
  email: string;
  rights: readonly Right[];
  userSource: UserSource;
  /** Expiry of the token, ms since 1970: long responses such as event streams end with it. */
  expiresAt: number;
}

/** Turns a bearer token into a principal. @throws ApiError 401 with a sentence that says why */
export type VerifyToken = (token: string) => Promise<Principal>;
