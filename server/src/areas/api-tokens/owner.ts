import type { Right } from '@cam/contracts/server';
import type { ApiTokenTable } from './tables';

/** The user whose token makes a call. */
export interface TokenOwner {
  rights: readonly Right[];
  /** A sign-in before this time counts no longer, s since 1970. A new password and the loss of a right set it. */
  sessionsFrom: number;
}

/** Returns a user of the tenant; null if there is no such user. */
export type OwnerOf = (tenantId: string, email: string) => Promise<TokenOwner | null>;

/** Reports whether the owner of an assistant's token ended all sessions after the consent. The consent was given within one of them. */
export function hasEndedSince({ client_id: client, created_at: at }: Pick<ApiTokenTable, 'client_id' | 'created_at'>, owner?: TokenOwner): boolean {
  return client !== null && owner !== undefined && Math.floor(new Date(at).getTime() / 1000) <= owner.sessionsFrom;
}
