import type { AccessLevel } from '@cam/contracts/server';
import type { StoredRequest } from './store';

/** Longest reason, or words for what is wanted, in mails and tickets, characters. */
export const LONGEST_REASON = 2000;

const LEVEL_WORDS: Readonly<Record<AccessLevel, string>> = { READ: 'read', WRITE: 'write', ADMIN: 'administrator' };

/** Names the access of a request: "write access of ann to ledger". */
export function accessWords({
  level,
  actions,
  identity_name: identity,
  resource_name: resource,
}: Pick<StoredRequest, 'level' | 'actions' | 'identity_name' | 'resource_name'>): string {
  return `${level === null ? actions.join(', ') : LEVEL_WORDS[level]} access of ${identity} to ${resource}`;
}

/** Returns a time to the minute: "2026-11-27 08:00 UTC". */
export function minute(at: Date | null): string {
  return at === null ? '' : `${new Date(at).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}
