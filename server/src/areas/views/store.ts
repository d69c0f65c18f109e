import { randomUUID } from 'node:crypto';
import type { Selectable } from 'kysely';
import type { ListView } from '@cam/contracts/server';
import type { Tx } from '../../platform/db/database';
import { notFound } from '../../platform/http/errors';
import type { ListViewTable } from './tables';

/** The page of the alerts. Its views have calls of their own. */
export const ALERTS_PAGE = '/alerts';

/** The user who asks. */
export interface ViewReader {
  tenantId: string;
  email: string;
  /** True if the user may share views, and delete those that others share. */
  mayWrite: boolean;
}

/** A view as a user saves it. */
export type NewView = Pick<ListView, 'name' | 'parameters' | 'shared'> & { page: string };

/** Returns the user's own and all shared views of a page, by name. */
export async function listViews(tx: Tx, reader: ViewReader, page: string): Promise<ListView[]> {
  const rows = await tx
    .selectFrom('list_view')
    .selectAll()
    .where('tenant_id', '=', reader.tenantId)
    .where('page', '=', page)
    .where((has) => has.or([has('email', '=', reader.email), has('shared', '=', true)]))
    .orderBy('name')
    .orderBy('view_id')
    .execute();
  return rows.map((row) => toView(row, reader));
}

/** Saves a view, and replaces the user's own view of the page with the same name. */
export async function saveView(tx: Tx, reader: ViewReader, view: NewView): Promise<ListView> {
  await tx
    .deleteFrom('list_view')
    .where('tenant_id', '=', reader.tenantId)
    .where('email', '=', reader.email)
    .where('page', '=', view.page)
    .where('name', '=', view.name)
    .execute();
  const row = { tenant_id: reader.tenantId, view_id: randomUUID(), email: reader.email, saved_at: new Date(), ...view };
  await tx.insertInto('list_view').values(row).execute();
  return toView(row, reader);
}

/**
 * Deletes a view and returns it.
 * @param of whether it is a view of the alerts, which have rights of their own, or of another page
 * @throws ApiError 404 if there is none that the user may delete
 */
export async function deleteView(tx: Tx, reader: ViewReader, viewId: string, of: 'alerts' | 'others'): Promise<ListView> {
  const row = await tx
    .deleteFrom('list_view')
    .where('tenant_id', '=', reader.tenantId)
    .where('view_id', '=', viewId)
    .where('page', of === 'alerts' ? '=' : '!=', ALERTS_PAGE)
    .where((has) => has.or([has('email', '=', reader.email), ...(reader.mayWrite ? [has('shared', '=', true)] : [])]))
    .returningAll()
    .executeTakeFirst();
  if (!row) throw notFound('You have no saved view with this id. Reload the list.');
  return toView(row, reader);
}

function toView({ view_id, name, parameters, shared, email }: Selectable<ListViewTable>, reader: ViewReader): ListView {
  return { view_id, name, parameters, shared, owner: email, is_own: email === reader.email };
}
