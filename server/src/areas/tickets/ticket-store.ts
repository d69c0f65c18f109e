import { sql, type Selectable } from 'kysely';
import type { Tx } from '../../platform/db/database';
import { isOneOf } from '../../platform/db/is-one-of';
import type { Matter, TicketTable } from './tables';

export type TicketRow = Selectable<TicketTable>;

/** Time for which a process works on a ticket, ms: longer than the calls of one step. */
const LEASE = 120_000;

/** Tickets that one run of the job makes. */
const BATCH = 50;

/** The columns that identify the alert or group of a ticket. */
export interface TicketFilter {
  connectionId?: string;
  alertId?: string;
  group?: string;
}

export async function listTickets(
  tx: Tx,
  tenantId: string,
  { connectionId, alertId, group }: TicketFilter,
  page: { offset: number; limit: number },
): Promise<{ rows: TicketRow[]; found: number }> {
  let query = tx.selectFrom('ticket').where('tenant_id', '=', tenantId).where('about_kind', 'in', ['ALERT', 'GROUP']);
  if (connectionId !== undefined) query = query.where('connection_id', '=', connectionId);
  if (group !== undefined) query = query.where('about_kind', '=', 'GROUP').where('about_key', '=', group);
  if (alertId !== undefined)
    query = query.where('ticket_id', 'in', (of) =>
      of
        .selectFrom('ticket_alert')
        .select('ticket_id')
        .where((is) => is.and({ tenant_id: tenantId, alert_id: alertId })),
    );
  const { found } = await query.select(sql<number>`count(*)::int`.as('found')).executeTakeFirstOrThrow();
  const rows = await query.selectAll().orderBy('created_at', 'desc').orderBy('ticket_id').offset(page.offset).limit(page.limit).execute();
  return { rows, found };
}

/** Returns a ticket and locks its row. */
export async function lockTicket(tx: Tx, tenantId: string, ticketId: string): Promise<TicketRow | undefined> {
  return tx
    .selectFrom('ticket')
    .selectAll()
    .where((is) => is.and({ tenant_id: tenantId, ticket_id: ticketId }))
    .forUpdate()
    .executeTakeFirst();
}

/** Returns the ticket with a label, and locks its row. */
export async function findByLabel(tx: Tx, tenantId: string, connectionId: string, label: string): Promise<TicketRow | undefined> {
  return tx
    .selectFrom('ticket')
    .selectAll()
    .where((is) => is.and({ tenant_id: tenantId, connection_id: connectionId, label }))
    .forUpdate()
    .executeTakeFirst();
}

export type NewTicket = Pick<TicketRow, 'ticket_id' | 'connection_id' | 'about_kind' | 'about_key' | 'label' | 'title' | 'created_by' | 'rule_id'>;

/** Stores a ticket that is to be made. @returns false if there is one with its label */
export async function insertTicket(tx: Tx, tenantId: string, ticket: NewTicket): Promise<boolean> {
  const now = new Date();
  const added = await tx
    .insertInto('ticket')
    .values({ ...ticket, tenant_id: tenantId, state: 'MAKING', next_at: now, created_at: now })
    .onConflict((on) => on.columns(['tenant_id', 'connection_id', 'label']).doNothing())
    .returning('ticket_id')
    .execute();
  return added.length > 0;
}

export type TicketChange = Partial<
  Omit<
    TicketRow,
    'tenant_id' | 'ticket_id' | 'connection_id' | 'about_kind' | 'about_key' | 'label' | 'title' | 'rule_id' | 'created_by' | 'created_at'
  >
>;

export async function changeTicket(tx: Tx, tenantId: string, ticketId: string, change: TicketChange): Promise<void> {
  await tx
    .updateTable('ticket')
    .set(change)
    .where((is) => is.and({ tenant_id: tenantId, ticket_id: ticketId }))
    .execute();
}

/** Returns the change that makes a ticket as if for the first time. */
export function anew(): TicketChange {
  const unmade = { state: 'MAKING' as const, external_id: '', key: '', url: '', status: '', message: '', attempts: 0, next_at: new Date() };
  return { ...unmade, category: 'TODO', agreed_category: 'TODO', agreed_phase: 'OPEN' };
}

/** Ends the waits of the tickets of a connection, whose settings changed. */
export async function endWaits(tx: Tx, tenantId: string, connectionId: string): Promise<void> {
  await tx
    .updateTable('ticket')
    .set({ next_at: new Date(), attempts: 0 })
    .where((is) => is.and({ tenant_id: tenantId, connection_id: connectionId }))
    .where('message', '<>', '')
    .where('state', 'in', ['MAKING', 'LINKED'])
    .execute();
}

export async function deleteTicket(tx: Tx, tenantId: string, ticketId: string): Promise<TicketRow | undefined> {
  return tx
    .deleteFrom('ticket')
    .where((is) => is.and({ tenant_id: tenantId, ticket_id: ticketId }))
    .returningAll()
    .executeTakeFirst();
}

/** Adds alerts to a ticket. @returns the number of those that it did not have */
export async function addAlerts(tx: Tx, tenantId: string, pairs: readonly { ticketId: string; alertId: string }[]): Promise<number> {
  if (pairs.length === 0) return 0;
  const { rows } = await sql`
    insert into ticket_alert (tenant_id, ticket_id, alert_id)
    select distinct ${tenantId}, pair."ticketId", pair."alertId" from jsonb_to_recordset(${JSON.stringify(pairs)}::jsonb) pair("ticketId" text, "alertId" text)
    on conflict do nothing returning alert_id`.execute(tx);
  return rows.length;
}

/** Returns the ids of the alerts of tickets, by ticket. */
export async function alertsOf(tx: Tx, tenantId: string, ticketIds: readonly string[]): Promise<Map<string, string[]>> {
  const rows = await tx
    .selectFrom('ticket_alert')
    .select(['ticket_id', 'alert_id'])
    .where('tenant_id', '=', tenantId)
    .where(isOneOf('ticket_id', ticketIds))
    .orderBy('alert_id')
    .execute();
  const byTicket = new Map<string, string[]>(ticketIds.map((id) => [id, []]));
  for (const { ticket_id: id, alert_id: alert } of rows) byTicket.get(id)?.push(alert);
  return byTicket;
}

/** Leases tickets that are due to be made. Concurrent callers get others. */
export async function claimMaking(tx: Tx, tenantId: string): Promise<TicketRow[]> {
  const due = await tx
    .selectFrom('ticket')
    .select('ticket_id')
    .where('tenant_id', '=', tenantId)
    .where('state', '=', 'MAKING')
    .where('next_at', '<=', new Date())
    .orderBy('next_at')
    .limit(BATCH)
    .forUpdate()
    .skipLocked()
    .execute();
  return lease(
    tx,
    tenantId,
    due.map(({ ticket_id: id }) => id),
  );
}

/** Leases a ticket for a step; null: another process works on it, or it waits for its next attempt. */
export async function claimStep(tx: Tx, tenantId: string, ticketId: string): Promise<TicketRow | null> {
  const [row] = await lease(tx, tenantId, [ticketId], 'LINKED');
  return row ?? null;
}

async function lease(tx: Tx, tenantId: string, ids: readonly string[], state: TicketRow['state'] = 'MAKING'): Promise<TicketRow[]> {
  if (ids.length === 0) return [];
  const now = new Date();
  return tx
    .updateTable('ticket')
    .set(({ eb }) => ({ attempts: eb('attempts', '+', 1), next_at: new Date(now.getTime() + LEASE) }))
    .where('tenant_id', '=', tenantId)
    .where('ticket_id', 'in', [...ids])
    .where('state', '=', state)
    .where('next_at', '<=', now)
    .returningAll()
    .execute();
}

/** Returns the tickets that exist in their product. */
export async function listLinked(tx: Tx, tenantId: string): Promise<TicketRow[]> {
  return tx.selectFrom('ticket').selectAll().where('tenant_id', '=', tenantId).where('state', '=', 'LINKED').orderBy('ticket_id').execute();
}

/** Marks tickets as changed in their product. @returns their number */
export async function markChanged(
  tx: Tx,
  tenantId: string,
  connectionId: string,
  of: { externalIds: readonly string[]; labels: readonly string[] },
): Promise<number> {
  const rows = await tx
    .updateTable('ticket')
    .set({ is_changed: true, state: 'LINKED' })
    .where((is) => is.and({ tenant_id: tenantId, connection_id: connectionId }))
    .where('state', 'in', ['LINKED', 'LOST'])
    .where(sql<boolean>`(${isOneOf('external_id', of.externalIds)} or ${isOneOf('label', of.labels)})`)
    .where('external_id', '<>', '')
    .returning('ticket_id')
    .execute();
  return rows.length;
}

/** Reports whether any ticket of the tenant is made or to be made. */
export async function hasTickets(tx: Tx, tenantId: string): Promise<boolean> {
  return (
    (await tx
      .selectFrom('ticket')
      .select('ticket_id')
      .where('tenant_id', '=', tenantId)
      .where('state', 'in', ['MAKING', 'LINKED'])
      .limit(1)
      .executeTakeFirst()) !== undefined
  );
}

/** Returns the time of the next attempt to make a ticket; null: none waits. */
export async function nextMaking(tx: Tx, tenantId: string): Promise<Date | null> {
  const { due } = await tx
    .selectFrom('ticket')
    .select(sql<Date | string | null>`min(next_at)`.as('due'))
    .where('tenant_id', '=', tenantId)
    .where('state', '=', 'MAKING')
    .executeTakeFirstOrThrow();
  return due === null ? null : new Date(due);
}

/** Returns the tickets about matters of a kind, by their keys. */
export async function ticketsAbout(tx: Tx, tenantId: string, kind: Matter, keys: readonly string[]): Promise<TicketRow[]> {
  return tx
    .selectFrom('ticket')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .where('about_kind', '=', kind)
    .where(isOneOf('about_key', keys))
    .orderBy('created_at')
    .execute();
}
