import { isChatKind, type Api, type Connection, type ProductKind, type Ticket } from '@cam/contracts';
import { callApi, useApi, useSession } from '@cam/platform';

export type TicketAbout = Ticket['about'];

/** Interval of the reading while CAM makes a ticket, ms. */
const WHILE_MAKING = 2000;

/** Fetches the tickets about an alert or a group. */
export function useTickets({ kind, key }: TicketAbout) {
  const query = kind === 'ALERT' ? { alert_id: key } : { group: key };
  return useApi(
    'GET /v1/tickets',
    { query },
    {
      filtered: false,
      refreshInterval: (data?: Api['GET /v1/tickets']['answer']) => (data?.tickets.some(({ state }) => state === 'MAKING') ? WHILE_MAKING : 0),
    },
  );
}

/** A connection to a ticket system. */
export type TicketConnection = Connection & { kind: ProductKind };

/** Fetches the connections in which the user may make tickets; none without the right to do so. */
export function useConnections(): readonly TicketConnection[] {
  const mayMake = useSession().can('ALERTS');
  return useApi('GET /v1/connections', mayMake ? {} : null, { filtered: false }).data?.connections.filter(isTicketSystem) ?? [];
}

function isTicketSystem(connection: Connection): connection is TicketConnection {
  return !isChatKind(connection.kind);
}

/** Fetches the ticket that would be made. */
export function usePreview(about: TicketAbout) {
  return useApi('POST /v1/tickets/preview', { body: { about } }, { filtered: false });
}

/** @throws ApiFailure after an error toast */
export async function makeTicket(connectionId: string, about: TicketAbout): Promise<Ticket> {
  return callApi('POST /v1/tickets', { body: { connection_id: connectionId, about } }, { filtered: false });
}

/** @throws ApiFailure after an error toast */
export async function retryTicket({ ticket_id }: Ticket): Promise<void> {
  await callApi('POST /v1/tickets/{ticket_id}/retry', { path: { ticket_id } }, { filtered: false });
}

/** @throws ApiFailure after an error toast */
export async function forgetTicket({ ticket_id }: Ticket): Promise<void> {
  await callApi('DELETE /v1/tickets/{ticket_id}', { path: { ticket_id } }, { filtered: false });
}
