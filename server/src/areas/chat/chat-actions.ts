import { CONNECTION_NAMES, isChatKind, type Connection, type Right, type Ticket } from '@cam/contracts/server';
import type { Context } from '../../platform/context';
import type { AuditRecord } from '../../platform/http/audit-record';
import { ApiError, badRequest, notFound } from '../../platform/http/errors';
import { blocksOf, titleOf, type ConnectionRow, type Connections, type Subject } from '../tickets';
import type { ChatMessages } from './chat-messages';
import { INCOMING_CALLS, type ChatAction, type Note, type Reply } from './chat-product';
import { codeDigest } from './link-codes';
import * as store from './store';

/** For how long the rights at the time of linking count where another system manages the users, ms. */
const RIGHTS_KEPT = 30 * 86_400_000;

export interface ChatActionDependencies {
  connections: Connections;
  tickets: {
    explain(tenantId: string, about: Ticket['about']): Promise<Subject>;
    make(tenantId: string, connectionId: string, about: Ticket['about'], by: string): Promise<Ticket>;
  };
  /** Excludes the finding of an alert until a day. */
  exclude: (
    tenantId: string,
    exclusion: { kind: 'ALERT'; scope: { uris: string[]; reference_id?: string }; reason: string; category: 'ACCEPTED'; ends_on: string },
    by: string,
  ) => Promise<unknown>;
  /** Returns the present rights of a user, null for no user; null where another system manages the users. */
  rightsOf: ((tenantId: string, email: string) => Promise<readonly Right[] | null>) | null;
  record: (written: AuditRecord) => Promise<void>;
}

/** A person who acts in a chat service. */
export interface Actor {
  email: string;
  rights: readonly Right[];
}

/** One action, and the connection through which it came. */
interface ActionWork {
  tenantId: string;
  row: ConnectionRow;
  action: ChatAction;
}

/**
 * Takes the actions of users of chat services. Each acts as the user of CAM whose code was entered in the chat service, with that user's rights at the time:
 * an email address there proves nothing.
 */
export class ChatActions {
  constructor(
    private readonly ctx: Context,
    private readonly deps: ChatActionDependencies & { messages: Pick<ChatMessages, 'note'> },
  ) {}

  /** Takes an action. A refusal is a reply too, because another run would take the action twice. */
  async take(work: ActionWork): Promise<Reply> {
    const { tenantId, row, action } = work;
    try {
      const reply = await this.#take(work);
      if (reply.show === 'note') await this.deps.messages.note(tenantId, row, action.place, reply.note);
      return reply;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      this.ctx.log.warn({ tenantId, connection: row.connection_id, message: error.userMessage }, 'an action in a chat service failed');
      return said(error.userMessage);
    }
  }

  async #take(work: ActionWork): Promise<Reply> {
    const { tenantId, action } = work;
    const { wish } = action;
    if (wish.act === 'link-form') return this.#link(work, wish.code);
    const actor = await this.#actor(work);
    if (!actor) return { show: 'link-form' };
    const needed: Right[] = wish.act === 'explain' ? ['CAM_ALERTS_READ', 'CAM_ALERTS_WRITE'] : ['CAM_ALERTS_WRITE'];
    if (!needed.some((right) => actor.rights.includes(right)))
      return said('You lack the right to do this in CAM. Ask an administrator of your tenant for it.');
    switch (wish.act) {
      case 'explain': {
        const subject = await this.deps.tickets.explain(tenantId, wish.about);
        return { show: 'explanation', title: titleOf(subject), blocks: blocksOf(subject) };
      }
      case 'dismiss':
        return { show: 'dismiss-form', about: wish.about };
      case 'dismiss-form':
        return this.#dismiss(work, actor, wish);
      case 'ticket': {
        const systems = await this.#ticketSystems(tenantId);
        const [only, ...others] = systems;
        if (!only) return said('No ticket system is connected. An administrator connects one in Settings, Connections.');
        return others.length > 0 ? { show: 'ticket-form', about: wish.about, connections: systems } : this.#makeTicket(work, actor, wish.about, only);
      }
      case 'ticket-form': {
        const chosen = (await this.#ticketSystems(tenantId)).find(({ connection_id: id }) => id === wish.connectionId);
        if (!chosen) throw notFound('This connection no longer exists.');
        return this.#makeTicket(work, actor, wish.about, chosen);
      }
    }
  }

  async #ticketSystems(tenantId: string): Promise<Connection[]> {
    return (await this.deps.connections.list(tenantId)).filter(({ kind }) => !isChatKind(kind));
  }

  /** Excludes the findings of an alert or group until a day, as the console does. */
  async #dismiss(
    work: ActionWork,
    actor: Actor,
    { about, reason, endsOn }: { about: Ticket['about']; reason: string; endsOn: string },
  ): Promise<Reply> {
    const { tenantId, action } = work;
    if (!/^\d{4}-\d\d-\d\d$/.test(endsOn)) throw badRequest('Choose a last day.');
    const { group } = await this.deps.tickets.explain(tenantId, about);
    const byGuardrail = new Map<string, Set<string>>();
    for (const { monitorId, subject } of group.alerts) byGuardrail.set(monitorId, (byGuardrail.get(monitorId) ?? new Set()).add(subject.uri));
    for (const [reference_id, uris] of byGuardrail)
      await this.deps.exclude(
        tenantId,
        { kind: 'ALERT', scope: { uris: [...uris], reference_id }, reason, category: 'ACCEPTED', ends_on: endsOn },
        actor.email,
      );
    await this.#record(work, actor, {
      subject: group.name || (group.alerts[0]?.guardrail ?? ''),
      after: { action: 'dismiss', about, reason, ends_on: endsOn },
    });
    return noted({ before: 'Dismissed by', user: action.user, email: actor.email, after: `until ${endsOn}: ${reason}` });
  }

  async #makeTicket(work: ActionWork, actor: Actor, about: Ticket['about'], connection: Connection): Promise<Reply> {
    const { tenantId, action } = work;
    const ticket = await this.deps.tickets.make(tenantId, connection.connection_id, about, actor.email);
    await this.#record(work, actor, { subject: ticket.title, after: { action: 'make ticket', about, connection: connection.label } });
    return noted({ before: `Ticket in ${connection.label} by`, user: action.user, email: actor.email, after: '' });
  }

  async #link(work: ActionWork, code: string): Promise<Reply> {
    const { tenantId, row, action } = work;
    const { id: user_id, name: user_name } = action.user;
    const linked = await this.ctx.db.tenant(tenantId, async (tx) => {
      const owner = await store.takeCode(tx, tenantId, codeDigest(code));
      if (!owner) return null;
      await store.savePerson(tx, { tenant_id: tenantId, connection_id: row.connection_id, user_id, user_name, linked_at: new Date(), ...owner });
      return owner;
    });
    if (!linked) return said('This code is wrong or older than ten minutes. Get another one in CAM, and press the button again.');
    await this.#record(work, linked, { subject: user_name, after: { action: 'link', user: user_name, email: linked.email } });
    return said(`You are linked to ${linked.email} in CAM. Press the button again.`);
  }

  /** Returns the user of CAM as whom the user of the chat service acts, with the present rights; null: there is none. */
  async #actor({ tenantId, row, action }: ActionWork): Promise<Actor | null> {
    const person = await this.ctx.db.tenant(tenantId, (tx) => store.findPerson(tx, tenantId, row.connection_id, action.user.id));
    if (!person) return null;
    if (!this.deps.rightsOf) return new Date(person.linked_at).getTime() < Date.now() - RIGHTS_KEPT ? null : person;
    const rights = await this.deps.rightsOf(tenantId, person.email);
    return rights && { email: person.email, rights };
  }

  /** Records an action with both names: the user of CAM, and the user of the chat service. */
  async #record(
    { tenantId, row, action: { user } }: ActionWork,
    { email }: Actor,
    { subject, after }: { subject: string; after: object },
  ): Promise<void> {
    if (!isChatKind(row.kind)) throw new Error(`${row.kind} is no chat service`);
    const principal = { tenantId, email: `${email}, ${CONNECTION_NAMES[row.kind]} user ${user.name} (${user.id})` };
    await this.deps.record({ principal, address: '', call: INCOMING_CALLS[row.kind], subject, before: undefined, after });
  }
}

const said = (text: string): Reply => ({ show: 'text', text });
const noted = (note: Note): Reply => ({ show: 'note', note });
