import type { Context } from '../../platform/context';
import { groupBy } from '../../platform/group-by';
import { ApiError } from '../../platform/http/errors';
import { waitAfter } from '../notifications';
import type { ConnectionRow } from './connection-store';
import { ProductError, type ProductTicket } from './products';
import * as store from './ticket-store';
import type { TicketChange, TicketRow } from './ticket-store';

/** The connections of a tenant, by id. */
export type ConnectionsById = ReadonlyMap<string, ConnectionRow>;

/** The message of a ticket that its product does not show. */
export const LOST = 'The product no longer shows this ticket. It was deleted, or CAM may not read it';

/**
 * Stores why a ticket could not be worked on, and when it is tried again.
 * @param given the change of a ticket after the last attempt
 * @throws the error unless the product or CAM refused the work
 */
export async function saveFailure(
  ctx: Pick<Context, 'db' | 'log'>,
  tenantId: string,
  ticket: TicketRow,
  error: unknown,
  { signal, given }: { signal: AbortSignal; given: TicketChange },
): Promise<void> {
  // The lease ends, and the ticket is due again after the next start.
  if (signal.aborted) return;
  if (!(error instanceof ProductError || error instanceof ApiError)) throw error;
  const message = error instanceof ProductError ? error.message : error.userMessage.replace(/\.$/, '');
  const { later, wait: asked } = error instanceof ProductError ? error : { later: false };
  const wait = waitAfter(ticket.attempts, { later, wait: asked });
  ctx.log.warn({ tenantId, ticket: ticket.ticket_id, attempts: ticket.attempts, message }, 'a ticket could not be worked on');
  const next = wait === null ? given : { next_at: new Date(Date.now() + wait) };
  await ctx.db.tenant(tenantId, (tx) => store.changeTicket(tx, tenantId, ticket.ticket_id, { message, ...next }));
}

/** Works on tickets: those of one connection one after the other, because products limit calls. */
export async function perConnection(
  tickets: readonly TicketRow[],
  connections: ConnectionsById,
  work: (ticket: TicketRow, connection: ConnectionRow) => Promise<void>,
): Promise<void> {
  await Promise.all(
    [...groupBy(tickets, ({ connection_id: id }) => id)].map(async ([id, own]) => {
      const connection = connections.get(id);
      if (!connection) return;
      for (const ticket of own) await work(ticket, connection);
    }),
  );
}

/** Returns how a product finds a ticket. */
export function toId({ external_id: externalId, key, label }: TicketRow) {
  return { externalId, key, label };
}

/** Returns the columns of a ticket as its product shows it. */
export function columnsOf({ externalId, key, url, status, category }: ProductTicket): TicketChange {
  return { external_id: externalId, key, ...(url === '' ? {} : { url }), status, category, synced_at: new Date() };
}
