import { randomUUID } from 'node:crypto';
import { ticketStateLabel, type Connection, type ProductKind, type Ticket, type TicketBrief } from '@cam/contracts/server';
import type { Context } from '../../platform/context';
import type { Tx } from '../../platform/db/database';
import { notFound } from '../../platform/http/errors';
import type { Connections } from './connections';
import { plainText } from './markup';
import { isMatter, type Subjects } from './subjects';
import type { Matter } from './tables';
import { blocksOf, labelOf, titleOf, type Subject } from './template';
import * as store from './ticket-store';
import type { TicketWork } from './ticket-work';

interface TicketDependencies {
  connections: Connections;
  subjects: Subjects;
  work: Pick<TicketWork, 'queue'>;
}

/** Makes and lists tickets about alerts. A job brings them to their products, and keeps both sides together. */
export class Tickets {
  constructor(
    private readonly ctx: Context,
    private readonly deps: TicketDependencies,
  ) {}

  async list(
    tenantId: string,
    filter: store.TicketFilter,
    page: { offset: number; limit: number },
  ): Promise<{ tickets: Ticket[]; found_count: number }> {
    const connections = await this.#connections(tenantId);
    return this.ctx.db.tenant(tenantId, async (tx) => {
      const { rows, found } = await store.listTickets(tx, tenantId, filter, page);
      const alerts = await store.alertsOf(
        tx,
        tenantId,
        rows.map(({ ticket_id: id }) => id),
      );
      return { tickets: rows.map((row) => toTicket(row, connections, alerts.get(row.ticket_id) ?? [])), found_count: found };
    });
  }

  /** Returns the title and the text of a ticket before it is made. */
  async preview(tenantId: string, about: Ticket['about']): Promise<{ title: string; text: string; alerts_count: number }> {
    const { subject, ids } = await this.deps.subjects.read(tenantId, about);
    return { title: titleOf(subject), text: plainText(blocksOf(subject)), alerts_count: ids.length };
  }

  /** Returns what a ticket about an alert or group says, without making one. */
  async explain(tenantId: string, about: Ticket['about']): Promise<Subject> {
    return (await this.deps.subjects.read(tenantId, about)).subject;
  }

  /**
   * Makes a ticket soon. If there is one about the same alert or group, it gains the alerts that came since, and one that failed or was deleted is made anew.
   * @param ruleId the rule that makes it; null: a person does
   * @throws ApiError 404 for an unknown connection, alert or group, 409 for a closed alert
   */
  async make(tenantId: string, connectionId: string, about: Ticket['about'], by: string, ruleId: string | null = null): Promise<Ticket> {
    await this.ctx.db.tenant(tenantId, (tx) => this.deps.connections.ticketSystem(tx, tenantId, connectionId));
    const { subject, label, ids } = await this.deps.subjects.read(tenantId, about);
    const ticketId = await this.ctx.db.tenant(tenantId, async (tx) => {
      const fresh = {
        ticket_id: randomUUID(),
        connection_id: connectionId,
        about_kind: about.kind,
        about_key: about.key,
        label,
        title: titleOf(subject),
      };
      const isNew = await store.insertTicket(tx, tenantId, { ...fresh, created_by: by, rule_id: ruleId });
      const row = await store.findByLabel(tx, tenantId, connectionId, label);
      if (!row) throw unknownTicket();
      const pairs = ids.map((alertId) => ({ ticketId: row.ticket_id, alertId }));
      const added = await store.addAlerts(tx, tenantId, pairs);
      if (!isNew) {
        const isToBeMade = row.state === 'FAILED' || row.state === 'LOST';
        const gained = about.kind === 'GROUP' && row.state === 'LINKED' ? row.added + added : 0;
        await store.changeTicket(tx, tenantId, row.ticket_id, { added: gained, ...(isToBeMade ? store.anew() : {}) });
      }
      return row.ticket_id;
    });
    await this.deps.work.queue(tenantId);
    return this.#find(tenantId, ticketId);
  }

  /** Makes a ticket about an access request or a review soon, unless there is one. One that failed is made anew. @throws ApiError 404 for an unknown connection, 422 for a chat service */
  async makeAbout(tenantId: string, connectionId: string, kind: Matter, key: string): Promise<void> {
    const content = await this.deps.subjects.content(tenantId, { kind, key });
    const isDue = await this.ctx.db.tenant(tenantId, async (tx) => {
      await this.deps.connections.ticketSystem(tx, tenantId, connectionId);
      const [known] = await store.ticketsAbout(tx, tenantId, kind, [key]);
      if (known) {
        if (known.state === 'FAILED') await store.changeTicket(tx, tenantId, known.ticket_id, store.anew());
        return known.state === 'FAILED';
      }
      const about = { about_kind: kind, about_key: key, label: labelOf(tenantId, kind, key) };
      const fresh = { ticket_id: randomUUID(), connection_id: connectionId, ...about, title: content.title, created_by: '', rule_id: null };
      return store.insertTicket(tx, tenantId, fresh);
    });
    if (isDue) await this.deps.work.queue(tenantId);
  }

  /** Returns the tickets about access requests or reviews, by their keys. */
  async about(tx: Tx, tenantId: string, kind: Matter, keys: readonly string[]): Promise<Map<string, TicketBrief>> {
    const rows = keys.length === 0 ? [] : await store.ticketsAbout(tx, tenantId, kind, keys);
    const labels = rows.length === 0 ? [] : await this.deps.connections.listIn(tx, tenantId);
    return new Map(
      rows.map(({ about_key: about, connection_id, key, url, message, ...row }) => {
        const connection_label = labels.find((one) => one.connection_id === connection_id)?.label ?? '';
        return [about, { connection_label, key, url, status: ticketStateLabel(row), message }];
      }),
    );
  }

  /** @throws ApiError 404 for an unknown connection, 422 for a chat service, which has no tickets */
  async requireTicketSystem(tx: Tx, tenantId: string, connectionId: string): Promise<void> {
    await this.deps.connections.ticketSystem(tx, tenantId, connectionId);
  }

  /** Tries again at once to make or to read a ticket. @throws ApiError 404 for an unknown one */
  async retry(tenantId: string, ticketId: string): Promise<{ before: Ticket; after: Ticket }> {
    const before = await this.#find(tenantId, ticketId);
    await this.ctx.db.tenant(tenantId, async (tx) => {
      const row = await store.lockTicket(tx, tenantId, ticketId);
      if (!row) throw unknownTicket();
      const isMade = row.external_id !== '';
      const state = isMade ? { state: 'LINKED' as const, is_changed: true } : { state: 'MAKING' as const };
      await store.changeTicket(tx, tenantId, ticketId, { ...state, attempts: 0, turns: 0, next_at: new Date() });
    });
    await this.deps.work.queue(tenantId);
    return { before, after: await this.#find(tenantId, ticketId) };
  }

  /** @returns the ticket that CAM forgot @throws ApiError 404 for an unknown one */
  async forget(tenantId: string, ticketId: string): Promise<Ticket> {
    const before = await this.#find(tenantId, ticketId);
    await this.ctx.db.tenant(tenantId, (tx) => store.deleteTicket(tx, tenantId, ticketId));
    return before;
  }

  async #find(tenantId: string, ticketId: string): Promise<Ticket> {
    const connections = await this.#connections(tenantId);
    return this.ctx.db.tenant(tenantId, async (tx) => {
      const row = await store.lockTicket(tx, tenantId, ticketId);
      if (!row || isMatter(row.about_kind)) throw unknownTicket();
      return toTicket(row, connections, (await store.alertsOf(tx, tenantId, [ticketId])).get(ticketId) ?? []);
    });
  }

  async #connections(tenantId: string): Promise<ReadonlyMap<string, Connection>> {
    return new Map((await this.deps.connections.list(tenantId)).map((connection) => [connection.connection_id, connection]));
  }
}

function toTicket(row: store.TicketRow, connections: ReadonlyMap<string, Connection>, alertIds: string[]): Ticket {
  const { ticket_id, connection_id, about_kind, about_key, title, label, state, key, url, status, category, message, created_by } = row;
  const waits = state === 'MAKING' && row.attempts > 0;
  const connection = connections.get(connection_id);
  return {
    ...{ ticket_id, connection_id, title, label, state, key, url, status, category, message, created_by },
    connection_label: connection?.label ?? '',
    product: (connection?.kind ?? 'jira') as ProductKind,
    about: { kind: about_kind as Ticket['about']['kind'], key: about_key },
    next_attempt: waits ? new Date(row.next_at).toISOString() : null,
    alert_ids: alertIds,
    created_time: new Date(row.created_at).toISOString(),
    synced_time: row.synced_at === null ? null : new Date(row.synced_at).toISOString(),
  };
}

const unknownTicket = () => notFound('This ticket no longer exists. Reload the list.');
