import { createHash } from 'node:crypto';
import { sql, type RawBuilder } from 'kysely';

/**
 * What the source filter of the console leaves, as every call carries it: the id of an account or, of an organization, those of its accounts, separated
 * by commas. The console names an organization by its own id; `mount` puts its accounts in the place of that.
 */
export type AccountFilter = string;

export function accountIdsOf(filter: AccountFilter): string[] {
  return filter.split(',').filter((id) => id !== '');
}

/** Whether an account is left; null leaves all. */
export function isLeft(filter: AccountFilter | null, accountId: string): boolean {
  return filter === null || accountIdsOf(filter).includes(accountId);
}

/** Whether the account of a row is left, by a column that has its id. */
export function isLeftIn(column: RawBuilder<unknown>, filter: AccountFilter): RawBuilder<boolean> {
  const ids = accountIdsOf(filter);
  return ids.length === 1 ? sql<boolean>`${column} = ${ids[0]}` : sql<boolean>`${column} = any(${ids}::text[])`;
}

const MANY = 'many:';

/** A filter as a key that things are kept under: ids of many accounts are longer than a key may be. */
export function filterKey(filter: AccountFilter): string {
  return accountIdsOf(filter).length < 2 ? filter : `${MANY}${createHash('sha256').update(filter).digest('hex')}`;
}

/** Whether a key tells which accounts it is of. */
export function isOfOneAccount(key: string): boolean {
  return !key.startsWith(MANY);
}
