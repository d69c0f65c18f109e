import { CONNECTION_NAMES } from '@cam/contracts/server';
import type { Context } from '../../platform/context';
import { groupBy } from '../../platform/group-by';
import { TenantRounds } from '../../platform/jobs/tenant-rounds';
import * as connectionStore from './connection-store';
import type { ConnectionRow } from './connection-store';
import { ProductError, type ProductTicket } from './products';
import type { Subjects } from './subjects';
import { TicketSettling, type SettlingDependencies } from './ticket-settling';
import * as store from './ticket-store';
import type { TicketRow } from './ticket-store';
import { columnsOf, LOST, perConnection, saveFailure, toId, type ConnectionsById } from './work-on-tickets';

const JOB = 'tickets.work';

/** Tenants whose tickets are worked on side by side, because products may be slow. */
const AT_ONCE = 4;

/** Interval of the search for due work, ms. */
const LOOK = 60_000;

/** Interval at which the tickets of a connection are read, ms, for products that cannot reach CAM. */
const READ_EVERY = 5 * 60_000;

interface WorkDependencies extends SettlingDependencies {
  subjects: Subjects;
  /** Shows a ticket at its alerts. */
  link: (tenantId: string, alertIds: readonly string[], ticket: { key: string; url: string }, by: string) => Promise<unknown>;
  tenantIds: () => Promise<string[]>;
}

/** Makes tickets in their products, reads what became of them, and brings tickets and alerts together. All work is idempotent. */
export class TicketWork {
  readonly #rounds: TenantRounds;
  readonly #settling: TicketSettling;

  constructor(
    private readonly ctx: Context,
    private readonly deps: WorkDependencies,
  ) {
    ctx.jobs.define(JOB, ({ tenantId }: { tenantId: string }, { signal }) => this.#work(tenantId, signal), { atOnce: AT_ONCE });
    this.#settling = new TicketSettling(ctx, deps);
    const { tenantIds } = deps;
    this.#rounds = new TenantRounds({ every: LOOK, tenantIds, visit: (id) => this.queue(id), log: ctx.log, failed: 'tickets could not be queued' });
  }

  /** Works on the tickets of a tenant soon, if it has any. */
  async queue(tenantId: string): Promise<void> {
    const hasWork = await this.ctx.db.tenant(tenantId, (tx) => store.hasTickets(tx, tenantId));
    if (hasWork) await this.ctx.jobs.enqueue(JOB, { tenantId }, { singletonKey: 'now' });
  }

  stop(): void {
    this.#rounds.stop();
  }

  async #work(tenantId: string, signal: AbortSignal): Promise<void> {
    const connections = await this.ctx.db.tenant(tenantId, (tx) => connectionStore.listConnections(tx, tenantId));
    const byId = new Map(connections.map((row) => [row.connection_id, row]));
    await this.#makeAll(tenantId, byId, signal);
    await this.#readAll(tenantId, byId, signal);
    await this.#settling.settleAll(tenantId, byId, signal);
    const next = await this.ctx.db.tenant(tenantId, (tx) => store.nextMaking(tx, tenantId));
    if (next && !signal.aborted)
      await this.ctx.jobs.enqueue(JOB, { tenantId }, { singletonKey: `second ${Math.ceil(next.getTime() / 1000)}`, startAfter: next });
  }

  async #makeAll(tenantId: string, connections: ConnectionsById, signal: AbortSignal): Promise<void> {
    const due = await this.ctx.db.tenant(tenantId, (tx) => store.claimMaking(tx, tenantId));
    await perConnection(due, connections, async (ticket, connection) => {
      if (signal.aborted) return;
      await this.#make(tenantId, ticket, connection, signal);
    });
  }

  async #make(tenantId: string, ticket: TicketRow, connection: ConnectionRow, signal: AbortSignal): Promise<void> {
    const { ticket_id: id, label, about_kind: kind, about_key: key } = ticket;
    try {
      const product = this.deps.connections.product(connection, signal);
      const content = await this.deps.subjects.content(tenantId, { kind, key });
      // An attempt whose answer was lost has made it.
      const made = (await product.find(label)) ?? (await product.create({ ...content, label }));
      const linked = { state: 'LINKED' as const, agreed_category: made.category, message: '', attempts: 0, next_at: new Date(), added: 0 };
      const alertIds = await this.ctx.db.tenant(tenantId, async (tx) => {
        await store.changeTicket(tx, tenantId, id, { ...linked, ...columnsOf(made) });
        return (await store.alertsOf(tx, tenantId, [id])).get(id) ?? [];
      });
      await this.#showAt(tenantId, alertIds, made, connection);
    } catch (error) {
      await saveFailure(this.ctx, tenantId, ticket, error, { signal, given: { state: 'FAILED' } });
    }
  }

  /** The ticket at the alert is a convenience: without it, the list of tickets still has it. */
  async #showAt(tenantId: string, alertIds: readonly string[], { key, url }: ProductTicket, connection: ConnectionRow): Promise<void> {
    const live = await this.ctx.db.tenant(tenantId, (tx) => this.deps.alerts.standings(tx, tenantId, alertIds));
    const ids = live.map(({ alertId }) => alertId);
    if (ids.length === 0) return;
    await this.deps
      .link(tenantId, ids, { key, url }, CONNECTION_NAMES[connection.kind])
      .catch((err: unknown) => this.ctx.log.warn({ err, tenantId }, 'a ticket could not be shown at its alerts'));
  }

  /** Reads the tickets of connections that are due, and those of which a product says that they changed. */
  async #readAll(tenantId: string, connections: ConnectionsById, signal: AbortSignal): Promise<void> {
    const { due, linked } = await this.ctx.db.tenant(tenantId, async (tx) => ({
      due: new Set((await connectionStore.claimReadings(tx, tenantId, new Date(Date.now() + READ_EVERY))).map(({ connection_id: id }) => id)),
      linked: await store.listLinked(tx, tenantId),
    }));
    // Both sides are at the end of an alert: only a message from the product or a new alert goes on from there.
    const isOver = (ticket: TicketRow): boolean => ticket.agreed_phase === 'GONE' && ticket.agreed_category === 'DONE';
    const wanted = linked.filter((ticket) => ticket.is_changed || (due.has(ticket.connection_id) && !isOver(ticket)));
    await Promise.all(
      [...groupBy(wanted, ({ connection_id: id }) => id)].map(async ([id, tickets]) => {
        const connection = connections.get(id);
        if (connection && !signal.aborted) await this.#read(tenantId, connection, tickets, signal);
      }),
    );
  }

  async #read(tenantId: string, connection: ConnectionRow, tickets: readonly TicketRow[], signal: AbortSignal): Promise<void> {
    const { connection_id: id } = connection;
    try {
      const found = await this.deps.connections.product(connection, signal).read(tickets.map(toId));
      await this.ctx.db.tenant(tenantId, async (tx) => {
        for (const ticket of tickets) {
          const read = found.get(ticket.label);
          const lost = { state: 'LOST' as const, message: LOST };
          await store.changeTicket(tx, tenantId, ticket.ticket_id, { is_changed: false, ...(read ? columnsOf(read) : lost) });
        }
        await connectionStore.saveReading(tx, tenantId, id, { message: '' });
      });
    } catch (error) {
      if (signal.aborted || !(error instanceof ProductError)) throw error;
      const next = error.wait === undefined ? undefined : new Date(Date.now() + Math.max(error.wait, READ_EVERY));
      await this.ctx.db.tenant(tenantId, (tx) => connectionStore.saveReading(tx, tenantId, id, { message: error.message, next }));
    }
  }
}
