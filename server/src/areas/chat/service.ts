import { createHash, createHmac, randomInt } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { ChatLink, Connection, Right, Severity, Ticket } from '@cam/contracts/server';
import type { Context } from '../../platform/context';
import type { Tx } from '../../platform/db/database';
import type { AuditRecord } from '../../platform/http/audit-record';
import { ApiError, badRequest, notFound, unauthorized } from '../../platform/http/errors';
import type { OutboundTargets } from '../../platform/security/outbound-targets';
import { mrkdwn, type Outcome, type SlackMessage } from '../notifications';
import {
  blocksOf,
  isSame,
  plainText,
  ProductError,
  titleOf,
  type ConnectionRow,
  type Connections,
  type Incoming,
  type IncomingMessage,
  type Subject,
} from '../tickets';
import { dismissForm, linkForm, ticketForm } from './forms';
import { readInteraction, type Interaction, type Place } from './interaction';
import { Slack, type SlackAccess } from './slack';
import * as store from './store';

const JOB = 'chat.act';

/** Tenants whose actions are taken side by side. Slack waits three seconds for a form. */
const AT_ONCE = 8;

/** Difference between the clocks of Slack and CAM that a signed time may have, s. */
const REPLAY_WINDOW = 300;

/** Life of a code, ms. */
const CODE_LIFE = 10 * 60_000;

/** For how long the rights at the time of linking count where another system manages the users, ms. */
const RIGHTS_KEPT = 30 * 86_400_000;

/** Signs of codes: none looks like another one. */
const SIGNS = '23456789ABCDEFGHJKMNPQRSTVWXYZ';
const CODE_LENGTH = 10;

/** Longest text that only one user sees, characters. */
const LONGEST_TEXT = 3500;

export interface ChatDependencies {
  connections: Connections;
  incoming: Incoming;
  targets: OutboundTargets;
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

/** A person who acts in Slack. */
interface Actor {
  email: string;
  rights: readonly Right[];
}

/** The work of one action. */
interface Work {
  tenantId: string;
  row: ConnectionRow;
  slack: Slack;
  interaction: Interaction;
}

/**
 * Sends alerts to Slack, and takes the actions of its users. Each acts as the user of CAM whose code was entered in Slack, with that user's rights at the
 * time: an email address in Slack proves nothing.
 */
export class ChatService {
  constructor(
    private readonly ctx: Context,
    private readonly deps: ChatDependencies,
  ) {
    ctx.jobs.define(JOB, (data: { tenantId: string; connectionId: string; interaction: Interaction }, { signal }) => this.#act(data, signal), {
      atOnce: AT_ONCE,
    });
  }

  /** Checks an interaction and queues its action. @throws ApiError 401 for a wrong signature, 400 for a stale or repeated one, and as `Incoming.receive` */
  async take(message: IncomingMessage): Promise<void> {
    const { tenantId, connection, body } = await this.deps.incoming.receive(message);
    if (connection.kind !== 'slack') throw notFound('There is no such connection.');
    checkSlackSignature(this.deps.connections.incomingSecret(connection), message.headers, body, Date.now());
    const interaction = readInteraction(body);
    await this.deps.incoming.remember(tenantId, connection.connection_id, body);
    if (interaction) await this.ctx.jobs.enqueue(JOB, { tenantId, connectionId: connection.connection_id, interaction });
  }

  /** Sends a message to the channel of a connection, once. It never fails. */
  async send(tenantId: string, connectionId: string, message: SlackMessage): Promise<Outcome> {
    try {
      const row = await this.ctx.db.tenant(tenantId, (tx) => this.deps.connections.found(tx, tenantId, connectionId));
      const place = await this.#slack(row, AbortSignal.timeout(20_000)).post(row.project, message);
      await this.ctx.db.tenant(tenantId, (tx) => store.saveMessage(tx, tenantId, { connectionId, ...place }, message));
      return { sent: true };
    } catch (error) {
      if (error instanceof ApiError) return { sent: false, later: false, message: 'The connection was removed' };
      if (!(error instanceof ProductError)) throw error;
      return { sent: false, later: error.later, message: error.message, ...(error.wait === undefined ? {} : { wait: error.wait }) };
    }
  }

  /** Returns the channels that get alerts. */
  async channels(tx: Tx, tenantId: string): Promise<{ connectionId: string; label: string; severities: readonly Severity[] }[]> {
    return (await this.deps.connections.listIn(tx, tenantId))
      .filter(({ kind }) => kind === 'slack')
      .map(({ connection_id: connectionId, label, severities }) => ({ connectionId, label, severities }));
  }

  async links(tenantId: string, email: string): Promise<ChatLink[]> {
    return (await this.ctx.db.tenant(tenantId, (tx) => store.listLinks(tx, tenantId, email))).map(toLink);
  }

  /** Returns a code that links a user of Slack to this user, once. */
  async code(tenantId: string, { email, rights }: Actor): Promise<{ code: string; expires_time: string }> {
    const code = Array.from({ length: CODE_LENGTH }, () => SIGNS[randomInt(SIGNS.length)]).join('');
    const expires = new Date(Date.now() + CODE_LIFE);
    await this.ctx.db.tenant(tenantId, (tx) => store.saveCode(tx, tenantId, { digest: digestOf(code), email, rights, expires }));
    return { code, expires_time: expires.toISOString() };
  }

  /** @throws ApiError 404 if the user has no such link */
  async unlink(tenantId: string, link: { connectionId: string; userId: string; email: string }): Promise<ChatLink> {
    const row = await this.ctx.db.tenant(tenantId, (tx) => store.deletePerson(tx, tenantId, link));
    if (!row) throw notFound('This link no longer exists. Reload the list.');
    return toLink(row);
  }

  async #act(
    { tenantId, connectionId, interaction }: { tenantId: string; connectionId: string; interaction: Interaction },
    signal: AbortSignal,
  ): Promise<void> {
    const row = await this.ctx.db.tenant(tenantId, (tx) => this.deps.connections.found(tx, tenantId, connectionId)).catch(ifGone);
    if (!row) return;
    const work: Work = { tenantId, row, slack: this.#slack(row, signal), interaction };
    try {
      await this.#take(work);
    } catch (error) {
      // Another run would take the action twice, and its form is closed.
      if (!(error instanceof ProductError || error instanceof ApiError)) throw error;
      const message = error instanceof ApiError ? error.userMessage : `${error.message}.`;
      this.ctx.log.warn({ tenantId, connection: connectionId, message }, 'an action in Slack failed');
      await this.#whisper(work, message);
    }
  }

  async #take(work: Work): Promise<void> {
    const { tenantId, slack, interaction } = work;
    const { wish, place, trigger } = interaction;
    if (wish.act === 'link-form') return this.#link(work, wish.code);
    const actor = await this.#actor(work);
    if (!actor)
      return trigger === ''
        ? this.#whisper(work, 'Link yourself to CAM first: press the button again.')
        : slack.open(trigger, linkForm(place, this.ctx.publicUrl));
    const needed: Right[] = wish.act === 'explain' ? ['CAM_ALERTS_READ', 'CAM_ALERTS_WRITE'] : ['CAM_ALERTS_WRITE'];
    if (!needed.some((right) => actor.rights.includes(right)))
      return this.#whisper(work, 'You lack the right to do this in CAM. Ask an administrator of your tenant for it.');
    switch (wish.act) {
      case 'explain': {
        const subject = await this.deps.tickets.explain(tenantId, wish.about);
        return this.#whisper(work, `${titleOf(subject)}\n\n${plainText(blocksOf(subject))}`);
      }
      case 'dismiss':
        return slack.open(trigger, dismissForm(wish.about, place, new Date()));
      case 'dismiss-form':
        return this.#dismiss(work, actor, wish);
      case 'ticket': {
        const systems = (await this.deps.connections.list(tenantId)).filter(({ kind }) => kind !== 'slack');
        const [only, ...others] = systems;
        if (!only) return this.#whisper(work, 'No ticket system is connected. An administrator connects one in Settings, Connections.');
        return others.length > 0 ? slack.open(trigger, ticketForm(wish.about, place, systems)) : this.#makeTicket(work, actor, wish.about, only);
      }
      case 'ticket-form': {
        const chosen = (await this.deps.connections.list(tenantId)).find(({ connection_id: id }) => id === wish.connectionId);
        if (!chosen) throw badRequest('This connection no longer exists.');
        return this.#makeTicket(work, actor, wish.about, chosen);
      }
    }
  }

  /** Excludes the findings of an alert or group until a day, as the console does. */
  async #dismiss(work: Work, actor: Actor, { about, reason, endsOn }: { about: Ticket['about']; reason: string; endsOn: string }): Promise<void> {
    const { tenantId } = work;
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
    await this.#note(work, `Dismissed by ${mention(work)} (${mrkdwn(actor.email)}) until ${endsOn}: ${mrkdwn(reason)}`);
  }

  async #makeTicket(work: Work, actor: Actor, about: Ticket['about'], connection: Connection): Promise<void> {
    const ticket = await this.deps.tickets.make(work.tenantId, connection.connection_id, about, actor.email);
    await this.#record(work, actor, { subject: ticket.title, after: { action: 'make ticket', about, connection: connection.label } });
    await this.#note(work, `Ticket in ${mrkdwn(connection.label)} by ${mention(work)} (${mrkdwn(actor.email)})`);
  }

  async #link(work: Work, code: string): Promise<void> {
    const { tenantId, row, interaction } = work;
    const { id: user_id, name: user_name } = interaction.user;
    const linked = await this.ctx.db.tenant(tenantId, async (tx) => {
      const owner = await store.takeCode(tx, tenantId, digestOf(code.trim().toUpperCase()));
      if (!owner) return null;
      await store.savePerson(tx, { tenant_id: tenantId, connection_id: row.connection_id, user_id, user_name, linked_at: new Date(), ...owner });
      return owner;
    });
    if (!linked) return this.#whisper(work, 'This code is wrong or older than ten minutes. Get another one in CAM, and press the button again.');
    await this.#record(work, linked, { subject: user_name, after: { action: 'link', user: user_name, email: linked.email } });
    await this.#whisper(work, `You are linked to ${linked.email} in CAM. Press the button again.`);
  }

  /** Returns the user of CAM as whom the user of Slack acts, with the present rights; null: there is none. */
  async #actor({ tenantId, row, interaction }: Work): Promise<Actor | null> {
    const person = await this.ctx.db.tenant(tenantId, (tx) => store.findPerson(tx, tenantId, row.connection_id, interaction.user.id));
    if (!person) return null;
    if (!this.deps.rightsOf) return new Date(person.linked_at).getTime() < Date.now() - RIGHTS_KEPT ? null : person;
    const rights = await this.deps.rightsOf(tenantId, person.email);
    return rights && { email: person.email, rights };
  }

  /** Adds a line to the message in its place, and leaves its text. */
  async #note({ tenantId, row, slack, interaction: { place } }: Work, text: string): Promise<void> {
    const where = { connectionId: row.connection_id, ...place };
    const message = await this.ctx.db.tenant(tenantId, (tx) => store.findMessage(tx, tenantId, where));
    if (!message) return;
    const noted = { ...message, blocks: [...message.blocks, { type: 'context', elements: [{ type: 'mrkdwn', text }] }] };
    await slack.update(place.channel, place.ts, noted);
    await this.ctx.db.tenant(tenantId, (tx) => store.saveMessage(tx, tenantId, where, noted));
  }

  async #whisper({ slack, tenantId, interaction: { place, user } }: Pick<Work, 'slack' | 'tenantId' | 'interaction'>, text: string): Promise<void> {
    await slack
      .whisper(place.channel, user.id, mrkdwn(text).slice(0, LONGEST_TEXT))
      .catch((err: unknown) => this.ctx.log.warn({ err, tenantId }, 'a user of Slack could not be told'));
  }

  /** Records an action with both names: the user of CAM, and the user of Slack. */
  async #record({ tenantId, interaction: { user } }: Work, { email }: Actor, { subject, after }: { subject: string; after: object }): Promise<void> {
    const principal = { tenantId, email: `${email}, Slack user ${user.name} (${user.id})` };
    await this.deps.record({ principal, address: '', call: 'POST /v1/incoming/{connection_id}/slack', subject, before: undefined, after });
  }

  #slack(row: ConnectionRow, signal: AbortSignal): Slack {
    return slackOf(this.deps.connections.settingsOf(row), this.deps.targets, signal);
  }
}

export function slackOf(access: SlackAccess, targets: OutboundTargets, signal: AbortSignal): Slack {
  return new Slack(access, { targets, signal });
}

/**
 * Checks Slack's signature over the time and the bytes of the body.
 * @throws ApiError 401 for a wrong signature, 400 for a time that is more than five minutes away
 * @see https://docs.slack.dev/authentication/verifying-requests-from-slack
 */
export function checkSlackSignature(secret: string, headers: IncomingHttpHeaders, body: Buffer, now: number): void {
  const { 'x-slack-signature': given, 'x-slack-request-timestamp': time } = headers;
  const expected = `v0=${createHmac('sha256', secret)
    .update(`v0:${String(time)}:`)
    .update(body)
    .digest('hex')}`;
  if (typeof given !== 'string' || typeof time !== 'string' || !isSame(given, expected))
    throw unauthorized(
      'SIGNATURE_INVALID',
      'The signature of this message is missing or wrong. Enter the signing secret of the Slack app in the connection.',
    );
  if (Math.abs(now / 1000 - Number(time)) <= REPLAY_WINDOW) return;
  throw badRequest('The time of this message is more than 5 minutes away. Check the clocks.');
}

const digestOf = (code: string): string => createHash('sha256').update(code).digest('hex');

const mention = ({ interaction: { user } }: { interaction: { user: { id: string }; place: Place } }): string => `<@${mrkdwn(user.id)}>`;

function toLink({ connection_id, user_id, user_name, linked_at }: store.ChatPersonRow): ChatLink {
  return { connection_id, user_id, user_name, linked_time: new Date(linked_at).toISOString() };
}

/** The connection was removed meanwhile. */
function ifGone(error: unknown): null {
  if (error instanceof ApiError && error.status === 404) return null;
  throw error;
}
