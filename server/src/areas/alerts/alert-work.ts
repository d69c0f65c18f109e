import type { AlertEvent } from '@cam/contracts/server';
import type { Tx } from '../../platform/db/database';
import { unprocessable } from '../../platform/http/errors';
import { withEvent } from './alert-history';

/** A change of the work on alerts; a field that is left out stays. */
export interface WorkChange {
  assignee?: string | null;
  /** YYYY-MM-DD, UTC; null: the due date of the severity. */
  due_date?: string | null;
  ticket?: { key: string; url: string } | null;
}

/** @throws ApiError 422 if the address of the ticket is no web address */
export function checkTicket(ticket: WorkChange['ticket']): void {
  if (ticket && !/^https?:\/\/[^\s/]+/.test(ticket.url))
    throw unprocessable('TICKET_URL', 'Enter the address of the ticket, starting with https:// or http://.');
}

/** Writes a change of the work on alerts, with one event in the history for each changed field. */
export async function changeWork(
  tx: Tx,
  tenantId: string,
  ids: readonly string[],
  { assignee, due_date, ticket }: WorkChange,
  by: string,
): Promise<void> {
  const write = async (set: Partial<Record<'assignee' | 'due_on' | 'ticket', string | null>>, what: AlertEvent['what'], detail: string) => {
    const event = { at: new Date().toISOString(), what, by, snapshot_time: null, detail };
    await tx
      .updateTable('alert')
      .set({ ...set, history: withEvent(event) })
      .where('tenant_id', '=', tenantId)
      .where('alert_id', 'in', [...ids])
      .execute();
  };
  if (assignee !== undefined) await write({ assignee: assignee?.toLowerCase() ?? null }, 'ASSIGNED', assignee?.toLowerCase() ?? '');
  if (due_date !== undefined) await write({ due_on: due_date }, 'DUE_DATE_SET', due_date ?? '');
  if (ticket !== undefined) await write({ ticket: ticket && JSON.stringify(ticket) }, 'TICKET_LINKED', ticket?.key ?? '');
}

/** Records an event in the history of alerts. */
export async function recordEvent(tx: Tx, tenantId: string, ids: readonly string[], what: AlertEvent['what'], by: string): Promise<void> {
  await tx
    .updateTable('alert')
    .set({ history: withEvent({ at: new Date().toISOString(), what, by, snapshot_time: null }) })
    .where('tenant_id', '=', tenantId)
    .where('alert_id', 'in', [...ids])
    .execute();
}
