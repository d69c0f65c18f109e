import { randomUUID } from 'node:crypto';
import type { Tx } from '../../platform/db/database';
import { conflict, notFound } from '../../platform/http/errors';
import type { Cursor } from './cursor';

/** A session that nobody used for so long is gone, ms. */
const LIFE = 30 * 60_000;

/** Who pages: a session is of one user of one tenant. */
export interface SessionOwner {
  tenantId: string;
  email: string;
}

export interface QuerySession {
  id: string;
  query: string;
  accountId: string | null;
  /** Where each page so far began; null: at the beginning. */
  starts: (Cursor | null)[];
  /** Where the next page begins; null: there is none. */
  next: Cursor | null;
}

/** Removes the sessions of a tenant that nobody used for so long. */
export async function removeExpired(tx: Tx, tenantId: string): Promise<void> {
  await tx
    .deleteFrom('query_session')
    .where('tenant_id', '=', tenantId)
    .where('used_at', '<', new Date(Date.now() - LIFE))
    .execute();
}

/** Opens a session at the last page that began so far. */
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

/** The session as its owner left it. 404 where it is somebody else's, closed or expired. */
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

/** Where the next or the previous page begins, with the pages before it. 409 where there is none. */
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

/** Closing what is closed already is no mistake. */
export async function closeSession(tx: Tx, { tenantId, email }: SessionOwner, id: string): Promise<void> {
  await tx.deleteFrom('query_session').where('tenant_id', '=', tenantId).where('session_id', '=', id).where('email', '=', email).execute();
}
