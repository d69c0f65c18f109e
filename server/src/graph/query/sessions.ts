import { randomUUID } from 'node:crypto';
import type { Tx } from '../../platform/db/database';
import { conflict, notFound } from '../../platform/http/errors';
import type { Cursor } from './cursor';

/** Idle time after which a session expires, ms. */
const LIFE = 30 * 60_000;

/** The owner of a session: one user of one tenant. */
export interface SessionOwner {
  tenantId: string;
  email: string;
}

export interface QuerySession {
  id: string;
  query: string;
  accountId: string | null;
  /** The start of each page so far; null: the beginning. */
  starts: (Cursor | null)[];
  /** The start of the next page; null: there is none. */
  next: Cursor | null;
}

/** Removes a tenant's expired sessions. */
export async function removeExpired(tx: Tx, tenantId: string): Promise<void> {
  await tx
    .deleteFrom('query_session')
    .where('tenant_id', '=', tenantId)
    .where('used_at', '<', new Date(Date.now() - LIFE))
    .execute();
}

/**
 * Opens a session at the last of its pages.
 * @returns the session id
 */
export async function openSession(tx: Tx, owner: SessionOwner, session: Omit<QuerySession, 'id'>): Promise<string> {
  const { tenantId, email } = owner;
  const id = randomUUID();
  await tx
    .insertInto('query_session')
    .values({
      tenant_id: tenantId,
      session_id: id,
      email,
      query: session.query,
      account_id: session.accountId,
      starts: JSON.stringify(session.starts),
      next_start: JSON.stringify(session.next),
      used_at: new Date(),
    })
    .execute();
  return id;
}

/**
 * Returns a session and locks it.
 * @throws 404 when it belongs to another user, is closed or has expired
 */
export async function findSession(tx: Tx, { tenantId, email }: SessionOwner, id: string): Promise<QuerySession> {
  const found = await tx
    .selectFrom('query_session')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .where('session_id', '=', id)
    .where('email', '=', email)
    .where('used_at', '>=', new Date(Date.now() - LIFE))
    .forUpdate()
    .executeTakeFirst();
  if (!found) throw notFound('This search has expired. Run it again.');
  return { id, query: found.query, accountId: found.account_id, starts: found.starts, next: found.next_start };
}

/**
 * Returns the starts of all pages up to the next or previous one.
 * @throws 409 when there is no such page
 */
export function turnPage({ starts, next }: QuerySession, isNext: boolean): (Cursor | null)[] {
  const pages = isNext ? (next === null ? [] : [...starts, next]) : starts.slice(0, -1);
  if (pages.length === 0) throw conflict('NO_SUCH_PAGE', `There is no ${isNext ? 'next' : 'previous'} page.`);
  return pages;
}

export async function savePage(tx: Tx, { tenantId }: SessionOwner, { id, starts, next }: QuerySession): Promise<void> {
  await tx
    .updateTable('query_session')
    .set({ starts: JSON.stringify(starts), next_start: JSON.stringify(next), used_at: new Date() })
    .where('tenant_id', '=', tenantId)
    .where('session_id', '=', id)
    .execute();
}

/** Closes a session. Closing it twice is harmless. */
export async function closeSession(tx: Tx, { tenantId, email }: SessionOwner, id: string): Promise<void> {
  await tx.deleteFrom('query_session').where('tenant_id', '=', tenantId).where('session_id', '=', id).where('email', '=', email).execute();
}
