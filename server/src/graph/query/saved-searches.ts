import { randomUUID } from 'node:crypto';
import { sql, type Selectable } from 'kysely';
import type { SavedSearch } from '@cam/contracts/server';
import type { Tx } from '../../platform/db/database';
import { notFound } from '../../platform/http/errors';
import type { SessionOwner } from './sessions';
import type { QuerySavedTable } from './tables';

/** The number of searches in a user's history. */
const HISTORY_SIZE = 100;

export interface SavedFields {
  name: string;
  folder: string;
  query: string;
  shared: boolean;
}

/** Returns the user's own and all shared searches, by folder and name. */
export async function listSaved(tx: Tx, owner: SessionOwner): Promise<SavedSearch[]> {
  const rows = await tx
    .selectFrom('query_saved')
    .selectAll()
    .where('tenant_id', '=', owner.tenantId)
    .where((has) => has.or([has('email', '=', owner.email), has('shared', '=', true)]))
    .orderBy('folder')
    .orderBy('name')
    .orderBy('search_id')
    .execute();
  return rows.map((row) => toSearch(row, owner));
}

export async function saveSearch(tx: Tx, owner: SessionOwner, fields: SavedFields): Promise<SavedSearch> {
  const row = { tenant_id: owner.tenantId, search_id: randomUUID(), email: owner.email, saved_at: new Date(), ...fields };
  await tx.insertInto('query_saved').values(row).execute();
  return toSearch(row, owner);
}

export interface ChangedSearch {
  before: SavedSearch;
  after: SavedSearch;
}

/**
 * Changes a saved search.
 * @throws 404 when the user owns none with the id
 */
export async function changeSearch(tx: Tx, owner: SessionOwner, id: string, fields: Partial<SavedFields>): Promise<ChangedSearch> {
  const before = await tx
    .selectFrom('query_saved')
    .selectAll()
    .where('tenant_id', '=', owner.tenantId)
    .where('search_id', '=', id)
    .where('email', '=', owner.email)
    .forUpdate()
    .executeTakeFirst();
  if (!before) throw noSuchSearch();
  const after = await tx
    .updateTable('query_saved')
    .set({ ...fields, saved_at: new Date() })
    .where('tenant_id', '=', owner.tenantId)
    .where('search_id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
  return { before: toSearch(before, owner), after: toSearch(after, owner) };
}

/**
 * Deletes a saved search and returns it.
 * @param mayDeleteShared true to delete searches that others share
 * @throws 404 when there is none that the user may delete
 */
export async function deleteSearch(tx: Tx, owner: SessionOwner, id: string, mayDeleteShared: boolean): Promise<SavedSearch> {
  const row = await tx
    .deleteFrom('query_saved')
    .where('tenant_id', '=', owner.tenantId)
    .where('search_id', '=', id)
    .where((has) => has.or([has('email', '=', owner.email), ...(mayDeleteShared ? [has('shared', '=', true)] : [])]))
    .returningAll()
    .executeTakeFirst();
  if (!row) throw noSuchSearch();
  return toSearch(row, owner);
}

/** Moves a query to the front of the history, and drops the oldest entries beyond the limit. */
export async function addToHistory(tx: Tx, { tenantId, email }: SessionOwner, query: string): Promise<void> {
  const row = { tenant_id: tenantId, email, query, searched_at: new Date() };
  const kept = await tx
    .insertInto('query_history')
    .values(row)
    .onConflict((conflict) => conflict.columns(['tenant_id', 'email', 'query']).doUpdateSet({ searched_at: row.searched_at }))
    // `xmax` is 0 for a new row, because no transaction has changed it.
    .returning(sql<boolean>`(xmax = 0)`.as('is_new'))
    .executeTakeFirstOrThrow();
  if (!kept.is_new) return;
  const over = await history(tx, { tenantId, email }, HISTORY_SIZE);
  if (over.length === 0) return;
  await tx
    .deleteFrom('query_history')
    .where('tenant_id', '=', tenantId)
    .where('email', '=', email)
    .where(
      'query',
      'in',
      over.map((entry) => entry.query),
    )
    .execute();
}

/** Returns the history, newest first. */
export async function history(tx: Tx, { tenantId, email }: SessionOwner, from = 0): Promise<{ query: string; searched_at: Date }[]> {
  return tx
    .selectFrom('query_history')
    .select(['query', 'searched_at'])
    .where('tenant_id', '=', tenantId)
    .where('email', '=', email)
    .orderBy('searched_at', 'desc')
    .orderBy('query')
    .offset(from)
    .limit(HISTORY_SIZE)
    .execute();
}

export async function forget(tx: Tx, { tenantId, email }: SessionOwner): Promise<void> {
  await tx.deleteFrom('query_history').where('tenant_id', '=', tenantId).where('email', '=', email).execute();
}

function toSearch(row: Selectable<QuerySavedTable>, { email }: SessionOwner): SavedSearch {
  const { search_id, name, folder, query, shared, email: owner, saved_at } = row;
  return { search_id, name, folder, query, shared, owner, is_own: owner === email, saved_at: saved_at.toISOString() };
}

function noSuchSearch() {
  return notFound('You have no saved search with this id. Reload the list.');
}
