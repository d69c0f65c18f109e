import type { Connection, Ticket, TicketRule } from '@cam/contracts/server';
import type { Mount } from '../../platform/http/mount';
import type { Connections } from './connections';
import type { Incoming } from './incoming';
import type { TicketRules } from './rules';
import type { Tickets } from './tickets';

/** Default size of a page. */
const PAGE = 100;

interface TicketAreas {
  connections: Connections;
  tickets: Tickets;
  rules: TicketRules;
  incoming: Incoming;
}

export function ticketRoutes(mount: Mount, { connections, tickets, rules, incoming }: TicketAreas): void {
  mount('GET /v1/connections', async ({ tenantId, principal }) => {
    const mayChange = principal.rights.includes('CAM_GENERAL_WRITE');
    const all = await connections.list(tenantId);
    // Users who make tickets choose a connection by its name and project.
    const hidden = { url: '', user: '', fields: {}, incoming_url: '', message: '', channel: null, offered_channel: null };
    return { connections: mayChange ? all : all.map((one) => ({ ...one, ...hidden })) };
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

  mount('GET /v1/tickets/rules', async ({ tenantId }) => ({ rules: await rules.list(tenantId) }));

  mount(
    'POST /v1/tickets/rules',
    async ({ tenantId, principal, body: { req_hdr: _header, account_id: _account, account_uid: _source, ...given }, audit }) => {
      const rule = await rules.add(tenantId, given, principal.email);
      audit({ after: auditedRule(rule) });
      return rule;
    },
  );

  mount(
    'PATCH /v1/tickets/rules/{rule_id}',
    async ({ tenantId, path, body: { req_hdr: _header, account_id: _account, account_uid: _source, ...change }, audit }) => {
      const { before, after } = await rules.change(tenantId, path.rule_id, change);
      audit({ before: auditedRule(before), after: auditedRule(after) });
      return after;
    },
  );

  mount('DELETE /v1/tickets/rules/{rule_id}', async ({ tenantId, path, audit }) => {
    audit({ before: auditedRule(await rules.remove(tenantId, path.rule_id)) });
    return undefined;
  });

  mount('POST /v1/tickets/rules/preview', async ({ tenantId, body }) => rules.preview(tenantId, body));

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
function auditedConnection({ label, kind, url, project, user, channel }: Connection): object {
  return { label, kind, url, project, user, ...(channel ? { channel: channel.id } : {}) };
}

/** The first name is the subject of the entry. */
function auditedRule({ name, connection_label, rule_id: _id, connection_id: _connection, tickets_count: _count, ...rule }: TicketRule): object {
  const { created_by: _by, created_time: _time, ...conditions } = rule;
  return { label: name, connection: connection_label, ...conditions };
}

function auditedTicket({ title, product, connection_label, key, state, about }: Ticket): object {
  return { label: key || title, product, connection: connection_label, state, about };
}
