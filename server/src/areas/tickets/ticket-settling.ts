import { CONNECTION_NAMES } from '@cam/contracts/server';
import type { Context } from '../../platform/context';
import { groupBy } from '../../platform/group-by';
import type { ConnectionRow } from './connection-store';
import type { Connections } from './connections';
import type { Product, ProductTicket } from './products';
import { afterStep, nextStep, phaseOf, type Phase, type Sides, type Step, type StepWords } from './settle';
import { isMatter, type SubjectDependencies } from './subjects';
import { MATTERS } from './tables';
import * as store from './ticket-store';
import type { TicketChange, TicketRow } from './ticket-store';
import { columnsOf, LOST, perConnection, saveFailure, toId, type ConnectionsById } from './work-on-tickets';

/** Wait after a step that a product refuses, ms, unless a person tries it again. */
const REFUSED_WAIT = 24 * 3_600_000;

/** Moves of one ticket by CAM within `TURNS_WITHIN`. Beyond that, another program undoes them, and CAM leaves the ticket to people. */
const MOST_TURNS = 5;
const TURNS_WITHIN = 24 * 3_600_000;

export interface SettlingDependencies extends Pick<SubjectDependencies, 'alerts' | 'matters'> {
  connections: Pick<Connections, 'product'>;
}

/** Brings tickets and what they are about together, one step at a time. */
export class TicketSettling {
  constructor(
    private readonly ctx: Context,
    private readonly deps: SettlingDependencies,
  ) {}

  /** Takes the steps that are due after changes of alerts and tickets. */
  async settleAll(tenantId: string, connections: ConnectionsById, signal: AbortSignal): Promise<void> {
    const { tickets, phases } = await this.#phases(tenantId);
    const due = tickets.filter((ticket) => {
      const phase = phases.get(ticket.ticket_id) ?? 'GONE';
      return ticket.added > 0 || ticket.category !== ticket.agreed_category || phase !== ticket.agreed_phase;
    });
    await perConnection(due, connections, async (ticket, connection) => {
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
      if (!read) return await save({ ...rested, state: 'LOST', message: LOST });
      if (ticket.added > 0) await product.comment(toId(ticket), addedText(ticket.added, this.ctx.publicUrl));
      const now: Sides = { category: read.category, phase };
      const step = nextStep(agreed, now);
      const turn = turnOf(ticket, step);
      if (turn.isOver) {
        const message = `CAM moved it ${MOST_TURNS} times within a day, and something moved it back each time. CAM leaves it as it is`;
        return await save({ ...rested, ...columnsOf(read), ...agreedColumns(now), added: 0, message });
      }
      const { sides, moved } = step ? await this.#take(tenantId, step, { ticket, now, product, connection }) : { sides: now, moved: null };
      const isRefused = step !== null && moved === null && sides.category === now.category && step in MOVES_TO;
      const message = isRefused ? 'Its workflow allows CAM no such move. CAM left a comment' : '';
      await save({ ...rested, ...columnsOf(moved ?? read), ...agreedColumns(sides), ...turn.columns, added: 0, message });
    } catch (error) {
      await saveFailure(this.ctx, tenantId, ticket, error, { signal, given: { next_at: new Date(Date.now() + REFUSED_WAIT) } });
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
    const category = MOVES_TO[step];
    const moved = category ? await product.move(toId(ticket), category) : null;
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
}

/** The categories to which steps move a ticket. The other steps leave it where it is. */
const MOVES_TO: Partial<Record<Step, 'DONE' | 'TODO'>> = { CLOSE: 'DONE', REOPEN: 'TODO' };

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
  if (step === null || !(step in MOVES_TO)) return { isOver: false, columns: {} };
  const isFresh = new Date(since).getTime() < Date.now() - TURNS_WITHIN;
  if (isFresh) return { isOver: false, columns: { turns: 1, turns_since: new Date() } };
  return { isOver: turns >= MOST_TURNS, columns: { turns: turns + 1 } };
}

function agreedColumns({ category, phase }: Sides): TicketChange {
  return { agreed_category: category, agreed_phase: phase };
}
