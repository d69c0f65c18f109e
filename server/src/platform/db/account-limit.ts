import { AsyncLocalStorage } from 'node:async_hooks';

const limits = new AsyncLocalStorage<readonly string[]>();

/**
 * Runs work for a caller who is limited to accounts. Each tenant transaction of the work sees only rows of these accounts, and only the tables that
 * the database role of limited callers may read.
 * @param accountIds at least one
 */
export function withAccountLimit<T>(accountIds: readonly string[], work: () => T): T {
  if (accountIds.length === 0) throw new Error('a limit to accounts needs at least one account');
  return limits.run([...new Set(accountIds)].sort(), work);
}

/** Returns the only accounts that the current work may read, in order; null: all. */
export function currentAccountLimit(): readonly string[] | null {
  return limits.getStore() ?? null;
}
