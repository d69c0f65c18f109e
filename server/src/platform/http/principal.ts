import type { Right, UserSource } from '@cam/contracts/server';

/** Who calls, as the verified token says: nothing that a browser claims about tenant or rights gets here. */
export interface Principal {
  tenantId: string;
  email: string;
  rights: readonly Right[];
  userSource: UserSource;
  /** When the token ends (ms since 1970): long answers such as event streams end with it. */
  expiresAt: number;
}

/** Turns a bearer token into a principal. Throws 401 in words where it cannot. */
export type VerifyToken = (token: string) => Promise<Principal>;
