import type { Connection, Ticket } from '@cam/contracts/server';
import type { Mount } from '../../platform/http/mount';
import type { Connections } from './connections';
import type { Incoming } from './incoming';
import type { Tickets } from './tickets';

/** Default size of a page. */
const PAGE = 100;

export function ticketRoutes(mount: Mount, connections: Connections, tickets: Tickets, incoming: Incoming): void {
  mount('GET /v1/connections', async ({ tenantId, principal }) => {
    const mayChange = principal.rights.includes('CAM_GENERAL_WRITE');
    const all = await connections.list(tenantId);
    // Users who make tickets choose a connection by its name and project.
    return { connections: mayChange ? all : all.map((one) => ({ ...one, url: '', user: '', fields: {}, incoming_url: '', message: '' })) };
  });

  mount(
    'POST /v1/connections',
    async ({ tenantId, principal, body: { req_hdr: _header, account_id: _account, account_uid: _source, ...given }, audit }) => {
      const created = await connections.create(tenantId, given, principal.email);
      audit({ after: auditedConnection(created.connection) });
      return created;
    },
  );

  mount(
    'PATCH /v1/connections/{connection_id}',
    async ({ tenantId, path, body: { req_hdr: _header, account_id: _account, account_uid: _source, ...change }, audit }) => {
      const { before, after } = await connections.change(tenantId, path.connection_id, change);
      audit({ before: auditedConnection(before), after: auditedConnection(after) });
      return after;
    },
  );

  mount('DELETE /v1/connections/{connection_id}', async ({ tenantId, path, audit }) => {
    audit({ before: auditedConnection(await connections.remove(tenantId, path.connection_id)) });
    return undefined;
  });

  mount('POST /v1/connections/{connection_id}/secret', async ({ tenantId, path }) => ({
    secret: await connections.renewSecret(tenantId, path.connection_id),
  }));

  mount('POST /v1/connections/{connection_id}/test', async ({ tenantId, path, signal }) => connections.test(tenantId, path.connection_id, signal));

  mount('GET /v1/tickets', async ({ tenantId, query: { alert_id, group, connection_id, offset = 0, limit = PAGE } }) =>
    tickets.list(
      tenantId,
      {
        ...(alert_id === undefined ? {} : { alertId: alert_id }),
        ...(group === undefined ? {} : { group }),
        ...(connection_id === undefined ? {} : { connectionId: connection_id }),
      },
      { offset, limit },
    ),
  );

  mount('POST /v1/tickets', async ({ tenantId, principal, body: { connection_id, about }, audit }) => {
    const ticket = await tickets.make(tenantId, connection_id, about, principal.email);
    audit({ after: auditedTicket(ticket) });
    return ticket;
  });

  mount('POST /v1/tickets/preview', async ({ tenantId, body: { about } }) => tickets.preview(tenantId, about));

  mount('POST /v1/tickets/{ticket_id}/retry', async ({ tenantId, path, audit }) => {
    const { before, after } = await tickets.retry(tenantId, path.ticket_id);
    audit({ before: auditedTicket(before), after: auditedTicket(after) });
    return after;
  });

  mount('DELETE /v1/tickets/{ticket_id}', async ({ tenantId, path, audit }) => {
    audit({ before: auditedTicket(await tickets.forget(tenantId, path.ticket_id)) });
    return undefined;
  });

  mount('POST /v1/incoming/{connection_id}', async ({ path, request, raw }) => ({
    found: await incoming.take({ connectionId: path.connection_id, headers: request.headers, raw, address: request.ip }),
  }));
}

/** Returns what the audit log says about a connection. */
function auditedConnection({ label, kind, url, project, user }: Connection): object {
  return { label, kind, url, project, user };
}

function auditedTicket({ title, product, connection_label, key, state, about }: Ticket): object {
  return { label: key || title, product, connection: connection_label, state, about };
}
