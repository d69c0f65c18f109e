import { CONNECTION_NAMES } from '@cam/contracts/server';
import type { Context } from '../../platform/context';
import { groupBy } from '../../platform/group-by';
import { ApiError } from '../../platform/http/errors';
import { TenantRounds } from '../../platform/jobs/tenant-rounds';
import { waitAfter } from '../notifications';
import * as connectionStore from './connection-store';
import type { ConnectionRow } from './connection-store';
import type { Connections } from './connections';
import { ProductError, type Product, type ProductTicket } from './products';
import { afterStep, nextStep, phaseOf, type Phase, type Sides, type Step, type StepWords } from './settle';
import { isMatter, type SubjectDependencies, type Subjects } from './subjects';
import { MATTERS } from './tables';
import * as store from './ticket-store';
import type { TicketChange, TicketRow } from './ticket-store';

const JOB = 'tickets.work';

/** Tenants whose tickets are worked on side by side, because products may be slow. */
const AT_ONCE = 4;

/** Interval of the search for due work, ms. */
const LOOK = 60_000;

/** Interval at which the tickets of a connection are read, ms, for products that cannot reach CAM. */
const READ_EVERY = 5 * 60_000;

/** Wait after a step that a product refuses, ms, unless a person tries it again. */
const REFUSED_WAIT = 24 * 3_600_000;

/** Moves of one ticket by CAM within `TURNS_WITHIN`. Beyond that, another program undoes them, and CAM leaves the ticket to people. */
const MOST_TURNS = 5;
const TURNS_WITHIN = 24 * 3_600_000;

interface WorkDependencies extends Pick<SubjectDependencies, 'alerts' | 'matters'> {
  connections: Connections;
  subjects: Subjects;
  /** Shows a ticket at its alerts. */
  link: (tenantId: string, alertIds: readonly string[], ticket: { key: string; url: string }, by: string) => Promise<unknown>;
  tenantIds: () => Promise<string[]>;
}

/** Makes tickets in their products, reads what became of them, and brings tickets and alerts together. All work is idempotent. */
export class TicketWork {
  readonly #rounds: TenantRounds;

  constructor(
    private readonly ctx: Context,
    private readonly deps: WorkDependencies,
  ) {
    ctx.jobs.define(JOB, ({ tenantId }: { tenantId: string }, { signal }) => this.#work(tenantId, signal), { atOnce: AT_ONCE });
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
    await this.#settleAll(tenantId, byId, signal);
    const next = await this.ctx.db.tenant(tenantId, (tx) => store.nextMaking(tx, tenantId));
    if (next && !signal.aborted)
      await this.ctx.jobs.enqueue(JOB, { tenantId }, { singletonKey: `second ${Math.ceil(next.getTime() / 1000)}`, startAfter: next });
  }

  async #makeAll(tenantId: string, connections: ReadonlyMap<string, ConnectionRow>, signal: AbortSignal): Promise<void> {
    const due = await this.ctx.db.tenant(tenantId, (tx) => store.claimMaking(tx, tenantId));
    await this.#perConnection(due, connections, async (ticket, connection) => {
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
      await this.#saveFailure(tenantId, ticket, error, signal, { state: 'FAILED' });
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
  async #readAll(tenantId: string, connections: ReadonlyMap<string, ConnectionRow>, signal: AbortSignal): Promise<void> {
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
          const lost = { state: 'LOST' as const, message: 'The product no longer shows this ticket. It was deleted, or CAM may not read it' };
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

  /** Takes the steps that are due after changes of alerts and tickets. */
  async #settleAll(tenantId: string, connections: ReadonlyMap<string, ConnectionRow>, signal: AbortSignal): Promise<void> {
    const { tickets, phases } = await this.#phases(tenantId);
    const due = tickets.filter((ticket) => {
      const phase = phases.get(ticket.ticket_id) ?? 'GONE';
      return ticket.added > 0 || ticket.category !== ticket.agreed_category || phase !== ticket.agreed_phase;
    });
    await this.#perConnection(due, connections, async (ticket, connection) => {
      if (signal.aborted) return;
      const claimed = await this.ctx.db.tenant(tenantId, (tx) => store.claimStep(tx, tenantId, ticket.ticket_id));
      if (claimed) await this.#settle(tenantId, claimed, connection, phases.get(ticket.ticket_id) ?? 'GONE', signal);
    });
  }

  /** Returns the tickets with the phase of their alerts. Alerts that found the same again join their tickets. */
  #phases(tenantId: string): Promise<{ tickets: TicketRow[]; phases: ReadonlyMap<string, Phase> }> {
    return this.ctx.db.tenant(tenantId, async (tx) => {
      const tickets = await store.listLinked(tx, tenantId);
      const ids = tickets.map(({ ticket_id: id }) => id);
      if (ids.length === 0) return { tickets, phases: new Map() };
      const before = await store.alertsOf(tx, tenantId, ids);
      const successors = await this.deps.alerts.successors(tx, tenantId, [...new Set([...before.values()].flat())]);
      const ticketsOf = groupBy(
        [...before].flatMap(([ticketId, alerts]) => alerts.map((alertId) => ({ ticketId, alertId }))),
        ({ alertId }) => alertId,
      );
      await store.addAlerts(
        tx,
        tenantId,
        successors.flatMap(({ alertId, of }) => (ticketsOf.get(of) ?? []).map(({ ticketId }) => ({ ticketId, alertId }))),
      );
      const alerts = successors.length > 0 ? await store.alertsOf(tx, tenantId, ids) : before;
      const standings = new Map(
        (await this.deps.alerts.standings(tx, tenantId, [...new Set([...alerts.values()].flat())])).map((one) => [one.alertId, one]),
      );
      const phases = new Map([...alerts].map(([id, own]) => [id, phaseOf(own.flatMap((alertId) => standings.get(alertId) ?? []))] as const));
      for (const kind of MATTERS) {
        const own = tickets.filter(({ about_kind: about }) => about === kind);
        const standing = await this.deps.matters[kind].phases(
          tx,
          tenantId,
          own.map(({ about_key: key }) => key),
        );
        for (const { ticket_id: id, about_key: key } of own) phases.set(id, standing.get(key) ?? 'GONE');
      }
      return { tickets, phases };
    });
  }

  async #settle(tenantId: string, ticket: TicketRow, connection: ConnectionRow, phase: Phase, signal: AbortSignal): Promise<void> {
    const { ticket_id: id } = ticket;
    const save = (change: TicketChange): Promise<void> => this.ctx.db.tenant(tenantId, (tx) => store.changeTicket(tx, tenantId, id, change));
    const rested = { attempts: 0, next_at: new Date(), message: '' };
    const agreed: Sides = { category: ticket.agreed_category, phase: ticket.agreed_phase };
    try {
      const product = this.deps.connections.product(connection, signal);
      // The stored state may be minutes old, and a step must not undo what a person did meanwhile.
      const read = (await product.read([toId(ticket)])).get(ticket.label);
      if (!read)
        return await save({ ...rested, state: 'LOST', message: 'The product no longer shows this ticket. It was deleted, or CAM may not read it' });
      if (ticket.added > 0) await product.comment(toId(ticket), addedText(ticket.added, this.ctx.publicUrl));
      const now: Sides = { category: read.category, phase };
      const step = nextStep(agreed, now);
      const turn = turnOf(ticket, step);
      if (turn.isOver) {
        const message = `CAM moved it ${MOST_TURNS} times within a day, and something moved it back each time. CAM leaves it as it is`;
        return await save({ ...rested, ...columnsOf(read), ...agreedColumns(now), added: 0, message });
      }
      const { sides, moved } = step ? await this.#take(tenantId, step, { ticket, now, product, connection }) : { sides: now, moved: null };
      const isRefused = step !== null && moved === null && sides.category === now.category && (step === 'CLOSE' || step === 'REOPEN');
      const message = isRefused ? 'Its workflow allows CAM no such move. CAM left a comment' : '';
      await save({ ...rested, ...columnsOf(moved ?? read), ...agreedColumns(sides), ...turn.columns, added: 0, message });
    } catch (error) {
      await this.#saveFailure(tenantId, ticket, error, signal, { next_at: new Date(Date.now() + REFUSED_WAIT) });
    }
  }

  /** Takes a step. @returns the states afterwards, and the ticket if it was moved */
  async #take(
    tenantId: string,
    step: Step,
    { ticket, now, product, connection }: { ticket: TicketRow; now: Sides; product: Product; connection: ConnectionRow },
  ): Promise<{ sides: Sides; moved: ProductTicket | null }> {
    const matter = isMatter(ticket.about_kind) ? this.deps.matters[ticket.about_kind] : null;
    if (step === 'REMEDIATE') {
      if (matter && !matter.reported) return { sides: now, moved: null };
      const by = `${CONNECTION_NAMES[connection.kind]} ${ticket.key}`;
      await (matter?.reported?.(tenantId, ticket.about_key, by) ?? this.#remediate(tenantId, ticket.ticket_id, by));
      return { sides: afterStep(now, step), moved: null };
    }
    // First the move: a crash in between leaves no second comment.
    const moved = step === 'CLOSE' ? await product.move(toId(ticket), 'DONE') : step === 'REOPEN' ? await product.move(toId(ticket), 'TODO') : null;
    await product.comment(toId(ticket), (matter?.words ?? WORDS)[step]);
    return { sides: moved ? { ...now, category: moved.category } : now, moved };
  }

  /** Marks the open alerts of a ticket as remediated. Only a snapshot closes them. */
  async #remediate(tenantId: string, ticketId: string, by: string): Promise<void> {
    const open = await this.ctx.db.tenant(tenantId, async (tx) => {
      const ids = (await store.alertsOf(tx, tenantId, [ticketId])).get(ticketId) ?? [];
      const standings = await this.deps.alerts.standings(tx, tenantId, ids);
      return standings.filter((one) => !one.isClosed && !one.isDismissed && !one.isRemediated).map(({ alertId }) => alertId);
    });
    if (open.length > 0) await this.deps.alerts.act(tenantId, 'remediate', open, by);
  }

  /** @param given the change of a ticket after the last attempt */
  async #saveFailure(tenantId: string, ticket: TicketRow, error: unknown, signal: AbortSignal, given: TicketChange): Promise<void> {
    // The lease ends, and the ticket is due again after the next start.
    if (signal.aborted) return;
    if (!(error instanceof ProductError || error instanceof ApiError)) throw error;
    const message = error instanceof ProductError ? error.message : error.userMessage.replace(/\.$/, '');
    const { later, wait: asked } = error instanceof ProductError ? error : { later: false };
    const wait = waitAfter(ticket.attempts, { later, wait: asked });
    this.ctx.log.warn({ tenantId, ticket: ticket.ticket_id, attempts: ticket.attempts, message }, 'a ticket could not be worked on');
    const next = wait === null ? given : { next_at: new Date(Date.now() + wait) };
    await this.ctx.db.tenant(tenantId, (tx) => store.changeTicket(tx, tenantId, ticket.ticket_id, { message, ...next }));
  }

  /** Works on tickets: those of one connection one after the other, because products limit calls. */
  async #perConnection(
    tickets: readonly TicketRow[],
    connections: ReadonlyMap<string, ConnectionRow>,
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
}

/** The comments of CAM on tickets about alerts. */
const WORDS: StepWords = {
  CLOSE: 'CAM: a snapshot no longer shows the finding.',
  REOPEN: 'CAM: a snapshot still shows the finding, so this ticket is open again.',
  SAY_REMEDIATED: 'CAM: the alert is marked as remediated. The next snapshot shows whether the finding is gone.',
  SAY_DISMISSED: 'CAM: the alert was dismissed, or an exclusion covers it. The ticket stays as it is.',
  SAY_BACK: 'CAM: a snapshot shows the finding again.',
};

function addedText(added: number, console: string): string {
  return `CAM: ${added === 1 ? '1 more alert has' : `${added} more alerts have`} the same cause. See ${console}/alerts?by=CAUSE`;
}

function turnOf({ turns, turns_since: since }: TicketRow, step: Step | null): { isOver: boolean; columns: TicketChange } {
  if (step !== 'CLOSE' && step !== 'REOPEN') return { isOver: false, columns: {} };
  const isFresh = new Date(since).getTime() < Date.now() - TURNS_WITHIN;
  if (isFresh) return { isOver: false, columns: { turns: 1, turns_since: new Date() } };
  return { isOver: turns >= MOST_TURNS, columns: { turns: turns + 1 } };
}

function toId({ external_id: externalId, key, label }: TicketRow) {
  return { externalId, key, label };
}

function agreedColumns({ category, phase }: Sides): TicketChange {
  return { agreed_category: category, agreed_phase: phase };
}

function columnsOf({ externalId, key, url, status, category }: ProductTicket): TicketChange {
  return { external_id: externalId, key, ...(url === '' ? {} : { url }), status, category, synced_at: new Date() };
}
