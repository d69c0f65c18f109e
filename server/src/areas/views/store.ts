import { randomUUID } from 'node:crypto';
import type { Selectable } from 'kysely';
import type { AlertView } from '@cam/contracts/server';
import type { Tx } from '../../platform/db/database';
import { notFound } from '../../platform/http/errors';
import type { AlertViewTable } from './tables';

/** The user who asks. */
export interface ViewReader {
  tenantId: string;
  email: string;
  /** The user may share views, and delete those that others share. */
  mayWrite: boolean;
}

/** Returns the user's own and all shared views, by name. */
export async function listViews(tx: Tx, reader: ViewReader): Promise<AlertView[]> {
  const rows = await tx
    .selectFrom('alert_view')
    .selectAll()
    .where('tenant_id', '=', reader.tenantId)
    .where((has) => has.or([has('email', '=', reader.email), has('shared', '=', true)]))
    .orderBy('name')
    .orderBy('view_id')
    .execute();
  return rows.map((row) => toView(row, reader));
}

/** Saves a view, and replaces the user's own view with the same name. */
export async function saveView(tx: Tx, reader: ViewReader, view: Pick<AlertView, 'name' | 'parameters' | 'shared'>): Promise<AlertView> {
  await tx
    .deleteFrom('alert_view')
    .where('tenant_id', '=', reader.tenantId)
    .where('email', '=', reader.email)
    .where('name', '=', view.name)
    .execute();
  const row = { tenant_id: reader.tenantId, view_id: randomUUID(), email: reader.email, saved_at: new Date(), ...view };
  await tx.insertInto('alert_view').values(row).execute();
  return toView(row, reader);
}

/** Deletes a view and returns it. @throws ApiError 404 if there is none that the user may delete */
export async function deleteView(tx: Tx, reader: ViewReader, viewId: string): Promise<AlertView> {
  const row = await tx
    .deleteFrom('alert_view')
    .where('tenant_id', '=', reader.tenantId)
    .where('view_id', '=', viewId)
    .where((has) => has.or([has('email', '=', reader.email), ...(reader.mayWrite ? [has('shared', '=', true)] : [])]))
    .returningAll()
    .executeTakeFirst();
  if (!row) throw notFound('You have no saved view with this id. Reload the list.');
  return toView(row, reader);
}

function toView({ view_id, name, parameters, shared, email }: Selectable<AlertViewTable>, reader: ViewReader): AlertView {
  return { view_id, name, parameters, shared, owner: email, is_own: email === reader.email };
}
