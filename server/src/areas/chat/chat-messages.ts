import { isChatKind } from '@cam/contracts/server';
import type { Context } from '../../platform/context';
import { ApiError, notFound } from '../../platform/http/errors';
import type { OutboundTargets } from '../../platform/security/outbound-targets';
import { waitAfter, type ChannelMessages, type Outcome } from '../notifications';
import { ProductError, type ConnectionRow, type Connections } from '../tickets';
import type { ChannelMessage, ChatProduct, Note, Place } from './chat-product';
import { EntraTokens } from './entra-tokens';
import { Slack } from './slack';
import * as store from './store';
import { Teams } from './teams';

const UPDATE = 'chat.update';

/** Time limit of sending a message, ms. */
const LIMIT = 20_000;

interface MessageDependencies {
  connections: Connections;
  targets: OutboundTargets;
}

/** An update of a message that waits for its attempt. */
interface Update {
  tenantId: string;
  connectionId: string;
  place: Place;
  attempts: number;
}

/** Sends messages to channels, and updates them in their place after actions. */
export class ChatMessages {
  readonly #tokens = new EntraTokens();

  constructor(
    private readonly ctx: Context,
    private readonly deps: MessageDependencies,
  ) {
    ctx.jobs.define(UPDATE, (update: Update, { signal }) => this.#update(update, signal));
  }

  /** Sends a message to the channel of a connection, once. It never fails. */
  async send(tenantId: string, connectionId: string, messages: ChannelMessages): Promise<Outcome> {
    try {
      const row = await this.ctx.db.tenant(tenantId, (tx) => this.deps.connections.found(tx, tenantId, connectionId));
      const message = messageFor(row, messages);
      const place = await this.open(row, AbortSignal.timeout(LIMIT)).post(message);
      await this.ctx.db.tenant(tenantId, (tx) => store.saveMessage(tx, tenantId, { connectionId, ...place }, message));
      return { sent: true };
    } catch (error) {
      if (error instanceof ApiError) return { sent: false, later: false, message: 'The connection was removed' };
      if (!(error instanceof ProductError)) throw error;
      return { sent: false, ...failureOf(error) };
    }
  }

  /** Adds a line to a message, soon and in its place. A message that CAM no longer knows stays. */
  async note(tenantId: string, row: ConnectionRow, place: Place, note: Note): Promise<void> {
    const connectionId = row.connection_id;
    const product = this.open(row, AbortSignal.timeout(LIMIT));
    const isKnown = await this.ctx.db.tenant(tenantId, async (tx) => {
      const message = await store.findMessage(tx, tenantId, { connectionId, ...place });
      if (message) await store.saveMessage(tx, tenantId, { connectionId, ...place }, product.noted(message, note));
      return message !== undefined;
    });
    if (isKnown) await this.#queue({ tenantId, connectionId, place, attempts: 1 });
  }

  /** Returns a message as it was sent and changed since; undefined: CAM does not know it. */
  async find(tenantId: string, connectionId: string, place: Place): Promise<ChannelMessage | undefined> {
    return this.ctx.db.tenant(tenantId, (tx) => store.findMessage(tx, tenantId, { connectionId, ...place }));
  }

  /** Opens the chat service of a connection. @throws ApiError 404 if it has tickets instead */
  open(row: ConnectionRow, signal: AbortSignal): ChatProduct {
    const { connections, targets } = this.deps;
    if (row.kind === 'slack') return this.openSlack(row, signal);
    if (row.kind !== 'teams') throw notFound('There is no such connection.');
    const { url, project: directory, username: appId, token: secret } = connections.settingsOf(row);
    return new Teams({ url, directory, appId, secret, channel: row.channel }, this.#tokens, { targets, signal });
  }

  openSlack(row: ConnectionRow, signal: AbortSignal): Slack {
    const { url, token, project: channel } = this.deps.connections.settingsOf(row);
    return new Slack({ url, token, channel }, { targets: this.deps.targets, signal });
  }

  /** Brings a stored message to its channel. It always sends the present one, so that updates may come late or twice. */
  async #update(update: Update, signal: AbortSignal): Promise<void> {
    const { tenantId, connectionId, place, attempts } = update;
    const row = await this.ctx.db.tenant(tenantId, (tx) => this.deps.connections.found(tx, tenantId, connectionId)).catch(ifGone);
    const message = await this.find(tenantId, connectionId, place);
    if (!row || !message) return;
    try {
      await this.open(row, signal).update(place, message);
    } catch (error) {
      if (!(error instanceof ProductError)) throw error;
      const wait = waitAfter(attempts, error);
      this.ctx.log.warn({ tenantId, connection: connectionId, attempts, message: error.message }, 'a message in a channel could not be updated');
      if (wait !== null) await this.#queue({ ...update, attempts: attempts + 1 }, new Date(Date.now() + wait));
    }
  }

  async #queue(update: Update, startAfter?: Date): Promise<void> {
    const { connectionId, place } = update;
    const singletonKey = `${connectionId} ${place.channel} ${place.ts}${startAfter ? ` ${update.attempts}` : ''}`;
    await this.ctx.jobs.enqueue(UPDATE, { ...update }, { singletonKey, ...(startAfter ? { startAfter } : {}) });
  }
}

/** Returns the outcome of a call that failed. */
function failureOf({ later, message, wait }: ProductError): { later: boolean; message: string; wait?: number } {
  return { later, message, ...(wait === undefined ? {} : { wait }) };
}

/** @throws ApiError 404 if the connection has tickets instead */
function messageFor({ kind }: ConnectionRow, messages: ChannelMessages): ChannelMessage {
  if (!isChatKind(kind)) throw notFound('There is no such connection.');
  return messages[kind];
}

/** The connection was removed meanwhile. */
export function ifGone(error: unknown): null {
  if (error instanceof ApiError && error.status === 404) return null;
  throw error;
}
