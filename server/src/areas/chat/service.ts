import { isChatKind, type ChatKind, type ChatLink, type Severity } from '@cam/contracts/server';
import type { Context } from '../../platform/context';
import type { Tx } from '../../platform/db/database';
import { notFound } from '../../platform/http/errors';
import type { OutboundTargets } from '../../platform/security/outbound-targets';
import type { ChannelMessages, Outcome } from '../notifications';
import type { ConnectionRow, Incoming, IncomingMessage } from '../tickets';
import { ChatActions, type Actor, type ChatActionDependencies } from './chat-actions';
import { ChatMessages } from './chat-messages';
import { CODE_LIFE, codeDigest, newCode } from './link-codes';
import { SlackIncoming } from './slack-incoming';
import * as store from './store';
import type { InvokeAnswer } from './teams-cards';
import { TeamsIncoming } from './teams-incoming';

export interface ChatDependencies extends ChatActionDependencies {
  incoming: Incoming;
  targets: OutboundTargets;
}

/** Sends alerts to Slack and Microsoft Teams, and takes the actions of their users. */
export class ChatService {
  readonly #messages: ChatMessages;
  readonly #slack: SlackIncoming;
  readonly #teams: TeamsIncoming;

  constructor(
    private readonly ctx: Context,
    private readonly deps: ChatDependencies,
  ) {
    this.#messages = new ChatMessages(ctx, deps);
    const actions = new ChatActions(ctx, { ...deps, messages: this.#messages });
    this.#slack = new SlackIncoming(ctx, { ...deps, actions, messages: this.#messages });
    this.#teams = new TeamsIncoming(ctx, { ...deps, actions, messages: this.#messages });
  }

  /** Takes a call of Slack. @throws ApiError 401 for a wrong signature, 400 for a stale or repeated one, and as `Incoming.receive` */
  takeSlack(message: IncomingMessage): Promise<void> {
    return this.#slack.take(message);
  }

  /** Takes an activity of Microsoft Teams. @returns the answer to an action; null: it wants none @throws ApiError 403 for a wrong token, 400 for a stale or repeated activity, and as `Incoming.receive` */
  takeTeams(message: IncomingMessage): Promise<InvokeAnswer | null> {
    return this.#teams.take(message);
  }

  /** Sends a message to the channel of a connection, once. It never fails. */
  send(tenantId: string, connectionId: string, messages: ChannelMessages): Promise<Outcome> {
    return this.#messages.send(tenantId, connectionId, messages);
  }

  /** Sends a test message to the channel of a connection. @throws ProductError */
  test(row: ConnectionRow, signal: AbortSignal): Promise<void> {
    return this.#messages.open(row, signal).test('CAM tests its connection with this message. Alerts of the chosen severities arrive here.');
  }

  /** Returns the channels that get alerts. */
  async channels(tx: Tx, tenantId: string): Promise<{ kind: ChatKind; connectionId: string; label: string; severities: readonly Severity[] }[]> {
    return (await this.deps.connections.listIn(tx, tenantId)).flatMap(({ kind, connection_id: connectionId, label, severities, channel }) =>
      isChatKind(kind) && (kind !== 'teams' || channel) ? [{ kind, connectionId, label, severities }] : [],
    );
  }

  async links(tenantId: string, email: string): Promise<ChatLink[]> {
    return this.ctx.db.tenant(tenantId, async (tx) => {
      const rows = await store.listLinks(tx, tenantId, email);
      return this.#toLinks(tx, tenantId, rows);
    });
  }

  /** Returns a code that links a user of a chat service to this user, once. */
  async code(tenantId: string, { email, rights }: Actor): Promise<{ code: string; expires_time: string }> {
    const code = newCode();
    const expires = new Date(Date.now() + CODE_LIFE);
    await this.ctx.db.tenant(tenantId, (tx) => store.saveCode(tx, tenantId, { digest: codeDigest(code), email, rights, expires }));
    return { code, expires_time: expires.toISOString() };
  }

  /** @throws ApiError 404 if the user has no such link */
  async unlink(tenantId: string, link: { connectionId: string; userId: string; email: string }): Promise<ChatLink> {
    return this.ctx.db.tenant(tenantId, async (tx) => {
      const row = await store.deletePerson(tx, tenantId, link);
      const [gone] = row ? await this.#toLinks(tx, tenantId, [row]) : [];
      if (!gone) throw notFound('This link no longer exists. Reload the list.');
      return gone;
    });
  }

  /** A link ends with its connection, so each has one. */
  async #toLinks(tx: Tx, tenantId: string, rows: readonly store.ChatPersonRow[]): Promise<ChatLink[]> {
    const kinds = new Map((await this.deps.connections.listIn(tx, tenantId)).map(({ connection_id: id, kind }) => [id, kind]));
    return rows.flatMap(({ connection_id, user_id, user_name, linked_at }) => {
      const product = kinds.get(connection_id);
      if (!product || !isChatKind(product)) return [];
      return [{ connection_id, product, user_id, user_name, linked_time: new Date(linked_at).toISOString() }];
    });
  }
}
