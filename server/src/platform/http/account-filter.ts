import { createHash } from 'node:crypto';
import { sql, type RawBuilder } from 'kysely';

/**
 * The source filter of the console, as every call carries it: one account id, or an organization's account ids separated by commas.
 * The console sends an organization's own id; `mount` replaces it with the ids of its accounts.
 */
export type AccountFilter = string;

export function accountIdsOf(filter: AccountFilter): string[] {
  return filter.split(',').filter((id) => id !== '');
}

/** Reports whether the filter includes an account; null includes all. */
export function includesAccount(filter: AccountFilter | null, accountId: string): boolean {
  return filter === null || accountIdsOf(filter).includes(accountId);
}

/**
 * Returns the filter with known accounts only, each once and in order, so that equal filters are equal texts.
 * @returns an empty text if the filter names no known account
 */
export function knownAccounts(filter: AccountFilter, known: Iterable<string>): AccountFilter {
  const ids = new Set(accountIdsOf(filter));
  return [...new Set(known)]
    .filter((id) => ids.has(id))
    .sort()
    .join(',');
}

/**
 * Returns the part of a filter that lies within some accounts.
 * @param filter undefined for all accounts
 * @returns null if the filter names none of them
 */
export function filterWithin(filter: AccountFilter | undefined, accountIds: readonly string[]): AccountFilter | null {
  return filter === undefined ? accountIds.join(',') : knownAccounts(filter, accountIds) || null;
}

/** Returns the SQL condition that the account id in a column matches the filter. */
export function matchesAccount(column: RawBuilder<unknown>, filter: AccountFilter): RawBuilder<boolean> {
  const ids = accountIdsOf(filter);
  return ids.length === 1 ? sql<boolean>`${column} = ${ids[0]}` : sql<boolean>`${column} = any(${ids}::text[])`;
}

const MANY = 'many:';

/** Returns the filter as a cache key. The ids of many accounts exceed the length of a key, so they are hashed. */
export function filterKey(filter: AccountFilter): string {
  return accountIdsOf(filter).length < 2 ? filter : `${MANY}${createHash('sha256').update(filter).digest('hex')}`;
}

/** Reports whether a key names its accounts in clear. */
export function isSingleAccountKey(key: string): boolean {
  return !key.startsWith(MANY);
}
