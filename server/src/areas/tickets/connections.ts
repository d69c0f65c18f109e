import { randomBytes, randomUUID } from 'node:crypto';
import { CONNECTION_NAMES, isChatKind, MOST_CONNECTIONS, type Connection, type ConnectionKind, type Severity } from '@cam/contracts/server';
import type { Context } from '../../platform/context';
import type { Tx } from '../../platform/db/database';
import { conflict, notFound, unprocessable } from '../../platform/http/errors';
import type { OutboundTargets } from '../../platform/security/outbound-targets';
import { isWrongKey, type SecretBox } from '../../platform/security/secret-box';
import * as store from './connection-store';
import { isSignInAddress } from './microsoft-cloud';
import { PRODUCTS, ProductError, type Product } from './products';
import type { ProductSettings } from './products/product';
import type { TeamsChannel } from './tables';
import { labelOf } from './template';
import { endWaits } from './ticket-store';

/** The secrets of a connection. */
interface Secrets {
  /** CAM's token in the product. */
  token: string;
  /** Signs the product's messages to CAM. */
  incoming: string;
}

export interface NewConnection {
  kind: ConnectionKind;
  label: string;
  url: string;
  project: string;
  user?: string;
  issue_type?: string;
  fields?: Record<string, string>;
  severities?: Severity[];
  token: string;
  /** Slack signs its messages with a secret of its own. */
  signing_secret?: string;
}

export type ConnectionChange = Partial<Omit<NewConnection, 'kind'>> & {
  /** Microsoft Teams: id of the offered channel. */
  channel?: string;
};

/** The outcome of a test of a connection. */
export interface ConnectionTest {
  passed: boolean;
  message: string;
  key: string;
  url: string;
}

/** Shape of the ids of Microsoft Entra. */
const GUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Shape of a project in each product. */
const PROJECTS: Readonly<Record<ConnectionKind, { shape: RegExp; words: string }>> = {
  jira: { shape: /^[A-Za-z][A-Za-z0-9_]{0,99}$/, words: 'Enter the key of the Jira project, such as SEC.' },
  github: { shape: /^[A-Za-z0-9][A-Za-z0-9-]*\/[A-Za-z0-9._-]+$/, words: 'Enter the repository as owner/name.' },
  gitlab: { shape: /^(\d+|[\w.-]+(\/[\w.-]+)+)$/, words: 'Enter the path of the project, such as group/project, or its number.' },
  servicenow: { shape: /^[a-z][a-z0-9_]{0,79}$/, words: 'Enter the name of the table, such as incident.' },
  slack: { shape: /^[CG][A-Z0-9]{5,30}$/, words: 'Enter the id of the channel, such as C0123456789. The details of the channel show it.' },
  teams: { shape: GUID, words: 'Enter the directory (tenant) id of the bot. The overview of its app registration shows it.' },
};

interface ConnectionDependencies {
  secrets: SecretBox;
  targets: OutboundTargets;
  /** Sends a test message to the channel of a chat service. @throws ProductError */
  testChat: (row: store.ConnectionRow, signal: AbortSignal) => Promise<void>;
}

/** Manages the connections of tenants to ticket systems and to chat services. */
export class Connections {
  constructor(
    private readonly ctx: Context,
    private readonly deps: ConnectionDependencies,
  ) {}

  list(tenantId: string): Promise<Connection[]> {
    return this.ctx.db.tenant(tenantId, (tx) => this.listIn(tx, tenantId));
  }

  async listIn(tx: Tx, tenantId: string): Promise<Connection[]> {
    return (await store.listConnections(tx, tenantId)).map((row) => this.#toConnection(row, row.tickets));
  }

  /** Connects a product. @throws ApiError 409 above the limit, 422 for an address that must not be called or a wrong project */
  async create(tenantId: string, given: NewConnection, by: string): Promise<{ secret: string; connection: Connection }> {
    checkFields(given);
    await this.#checkUrl(given.kind, given.url);
    const now = new Date();
    const secret = given.signing_secret ?? newSecret();
    const row: store.ConnectionRow = {
      ...{ tenant_id: tenantId, connection_id: randomUUID(), kind: given.kind, label: given.label.trim(), url: given.url.trim() },
      ...{ project: given.project, username: given.user ?? '', issue_type: given.issue_type ?? '', fields: given.fields ?? {} },
      ...{ severities: given.severities ?? [], channel: null, offered_channel: null },
      ...{ secrets: this.#seal({ token: given.token, incoming: secret }), message: '', synced_at: null, read_next_at: now },
      ...{ created_by: by, created_at: now },
    };
    await this.ctx.db.tenant(tenantId, async (tx) => {
      if ((await store.listConnections(tx, tenantId)).length >= MOST_CONNECTIONS)
        throw conflict('TOO_MANY_CONNECTIONS', `A tenant has at most ${MOST_CONNECTIONS} connections. Delete one first.`);
      await store.saveConnection(tx, row);
    });
    return { secret: isChatKind(given.kind) ? '' : secret, connection: this.#toConnection(row, 0) };
  }

  /**
   * Changes a connection. @throws ApiError 422 if the address, user or directory changes without a token: a token goes only where it was entered for. Also
   * if a channel is chosen that was not offered
   */
  async change(tenantId: string, connectionId: string, change: ConnectionChange): Promise<{ before: Connection; after: Connection }> {
    if (change.url !== undefined) {
      const { kind } = await this.ctx.db.tenant(tenantId, (tx) => this.found(tx, tenantId, connectionId));
      await this.#checkUrl(kind, change.url);
    }
    return this.ctx.db.tenant(tenantId, async (tx) => {
      const row = await this.found(tx, tenantId, connectionId);
      const {
        label = row.label,
        url = row.url,
        project = row.project,
        user = row.username,
        issue_type = row.issue_type,
        fields = row.fields,
      } = change;
      checkFields({ kind: row.kind, project, user, signing_secret: change.signing_secret ?? 'kept' });
      if (row.kind !== 'slack' && change.signing_secret !== undefined) throw wrong('signing_secret', 'Only Slack has a signing secret of its own.');
      const isOtherBot = row.kind === 'teams' && project !== row.project;
      const moves = url.trim() !== row.url || user !== row.username || isOtherBot;
      if (moves && change.token === undefined)
        throw wrong('token', 'Enter the token again: it is sent only to the address and with the user that it was entered for.');
      const { incoming, token } = this.#open(row);
      const after: store.ConnectionRow = {
        ...row,
        ...{ label: label.trim(), url: url.trim(), project, username: user, issue_type, fields, message: '', read_next_at: new Date() },
        severities: change.severities ?? row.severities,
        ...channelsOf(row, { chosen: change.channel, moves }),
        secrets: this.#seal({ incoming: change.signing_secret ?? incoming, token: change.token ?? token }),
      };
      await store.saveConnection(tx, after);
      await endWaits(tx, tenantId, connectionId);
      return { before: this.#toConnection(row, 0), after: this.#toConnection(after, 0) };
    });
  }

  /** @returns the deleted connection @throws ApiError 404 for an unknown one */
  async remove(tenantId: string, connectionId: string): Promise<Connection> {
    const row = await this.ctx.db.tenant(tenantId, (tx) => store.deleteConnection(tx, tenantId, connectionId));
    if (!row) throw unknownConnection();
    return this.#toConnection(row, 0);
  }

  /** @returns the new secret for incoming messages */
  async renewSecret(tenantId: string, connectionId: string): Promise<string> {
    const incoming = newSecret();
    await this.ctx.db.tenant(tenantId, async (tx) => {
      const row = await this.found(tx, tenantId, connectionId);
      if (isChatKind(row.kind)) throw wrong('connection_id', `${CONNECTION_NAMES[row.kind]} makes this secret. Enter a new one in the connection.`);
      await store.saveConnection(tx, { ...row, secrets: this.#seal({ ...this.#open(row), incoming }) });
    });
    return incoming;
  }

  /** Makes a ticket in the product and closes it. It never fails: the answer says why. */
  async test(tenantId: string, connectionId: string, signal: AbortSignal): Promise<ConnectionTest> {
    const row = await this.ctx.db.tenant(tenantId, (tx) => this.found(tx, tenantId, connectionId));
    let made = { key: '', url: '' };
    try {
      if (isChatKind(row.kind)) {
        await this.deps.testChat(row, signal);
        return { passed: true, message: '', ...made };
      }
      const product = this.product(row, signal);
      const text = 'CAM tests its connection with this ticket, and closes it at once. Nothing needs to be done.';
      const label = labelOf(tenantId, 'ALERT', `test ${randomUUID()}`);
      const ticket = await product.create({ title: 'Test of CAM', blocks: [{ kind: 'text', text }], label });
      made = { key: ticket.key, url: ticket.url };
      const closed = await product.move({ ...ticket, label }, 'DONE');
      if (!closed) return { passed: false, message: 'It made the ticket, and allows no move of it to done. CAM will only comment', ...made };
      return { passed: true, message: '', ...made };
    } catch (error) {
      if (!(error instanceof ProductError)) throw error;
      return { passed: false, message: error.message, ...made };
    }
  }

  /** Returns a connection and locks its row. @throws ApiError 404 for an unknown one */
  async found(tx: Tx, tenantId: string, connectionId: string): Promise<store.ConnectionRow> {
    const row = await store.lockConnection(tx, tenantId, connectionId);
    if (!row) throw unknownConnection();
    return row;
  }

  /** Returns a connection that has tickets. @throws ApiError 404 for an unknown one, 422 for a chat service */
  async ticketSystem(tx: Tx, tenantId: string, connectionId: string): Promise<store.ConnectionRow> {
    const row = await this.found(tx, tenantId, connectionId);
    if (isChatKind(row.kind))
      throw unprocessable('NO_TICKETS', `${CONNECTION_NAMES[row.kind]} has no tickets. Choose a connection to a ticket system.`);
    return row;
  }

  /** Opens the ticket system of a connection. @throws ApiError 422 for a chat service */
  product(row: store.ConnectionRow, signal: AbortSignal): Product {
    if (isChatKind(row.kind)) throw wrong('connection_id', `${CONNECTION_NAMES[row.kind]} has no tickets. Choose a ticket system.`);
    return PRODUCTS[row.kind](this.settingsOf(row), { targets: this.deps.targets, signal });
  }

  /** Returns the settings of a connection with its token. */
  settingsOf(row: store.ConnectionRow): ProductSettings {
    const { url, project, username, issue_type, fields } = row;
    return { url, project, username, issue_type, fields, token: this.#open(row).token };
  }

  /** Returns the secret that signs messages from the product. */
  incomingSecret(row: store.ConnectionRow): string {
    return this.#open(row).incoming;
  }

  /**
   * Keeps the channel of Microsoft Teams in which the bot was heard. The channel of the alerts keeps its present service URL, and another channel waits until
   * an administrator chooses it: everybody who may install apps in a team can write to the bot.
   */
  async hear(tenantId: string, connectionId: string, heard: TeamsChannel): Promise<void> {
    await this.ctx.db.tenant(tenantId, async (tx) => {
      const row = await this.found(tx, tenantId, connectionId);
      if (row.channel?.id === heard.id) {
        if (row.channel.service_url !== heard.service_url)
          await store.saveConnection(tx, { ...row, channel: { ...row.channel, service_url: heard.service_url } });
      } else await store.saveConnection(tx, { ...row, offered_channel: heard });
    });
  }

  /** Seals the secrets again with the present key. */
  async reseal(tenantId: string): Promise<{ sealed: number; lost: number }> {
    return this.ctx.db.tenant(tenantId, async (tx) => {
      const counts = { sealed: 0, lost: 0 };
      for (const { tickets: _tickets, ...row } of await store.listConnections(tx, tenantId)) {
        try {
          await store.saveConnection(tx, { ...row, secrets: this.#seal(this.#open(row)) });
          counts.sealed += 1;
        } catch (error) {
          if (!isWrongKey(error)) throw error;
          counts.lost += 1;
        }
      }
      return counts;
    });
  }

  async #checkUrl(kind: ConnectionKind, text: string): Promise<void> {
    const url = URL.canParse(text) ? new URL(text) : null;
    const isPlain = url?.protocol === 'http:';
    if (!url || (!isPlain && url.protocol !== 'https:') || [url.username, url.password, url.search, url.hash].some((part) => part !== ''))
      throw wrong('url', 'Enter an address that begins with https://, without user, password and query.');
    if (await this.deps.targets.isForbidden(url.hostname))
      throw wrong('url', 'Private and link-local addresses are refused. The operator can allow a network in CAM_ALLOWED_NETWORKS.');
    if (isPlain && !(await this.deps.targets.isTrusted(url.hostname)))
      throw wrong('url', 'http:// is accepted only in networks that the operator allows in CAM_ALLOWED_NETWORKS. Use https://.');
    if (kind === 'teams' && !(await isSignInAddress(text, this.deps.targets)))
      throw wrong(
        'url',
        'Enter the sign-in address of Microsoft: https://login.microsoftonline.com, or https://login.microsoftonline.us for GCC High and DoD.',
      );
  }

  #toConnection(row: store.ConnectionRow, tickets: number): Connection {
    const {
      connection_id,
      kind,
      label,
      url,
      project,
      username: user,
      issue_type,
      fields,
      severities,
      channel,
      offered_channel,
      message,
      synced_at: at,
      created_by,
      created_at,
    } = row;
    return {
      ...{ connection_id, kind, label, url, project, user, issue_type, fields, severities, message, created_by },
      ...{ channel: toChannel(channel), offered_channel: toChannel(offered_channel) },
      incoming_url: `${this.ctx.publicUrl}/v1/incoming/${connection_id}${isChatKind(kind) ? `/${kind}` : ''}`,
      tickets_count: tickets,
      synced_time: at === null ? null : new Date(at).toISOString(),
      created_time: new Date(created_at).toISOString(),
    };
  }

  #seal(secrets: Secrets): Buffer {
    return this.deps.secrets.seal(JSON.stringify(secrets));
  }

  #open({ secrets }: Pick<store.ConnectionRow, 'secrets'>): Secrets {
    return JSON.parse(this.deps.secrets.open(Buffer.from(secrets))) as Secrets;
  }
}

/** @throws ApiError 422 */
function checkFields({
  kind,
  project,
  user = '',
  signing_secret: secret,
}: Pick<NewConnection, 'kind' | 'project' | 'user' | 'signing_secret'>): void {
  const { shape, words } = PROJECTS[kind];
  if (!shape.test(project)) throw wrong('project', words);
  if (kind === 'servicenow' && user === '') throw wrong('user', 'Enter the user of ServiceNow that makes the records.');
  if (kind === 'slack' && secret === undefined) throw wrong('signing_secret', 'Enter the signing secret of the Slack app.');
  if (kind === 'teams' && !GUID.test(user))
    throw wrong('user', 'Enter the application (client) id of the bot. The overview of its app registration shows it.');
  if (kind !== 'servicenow' && kind !== 'jira' && kind !== 'teams' && user !== '')
    throw wrong('user', 'Leave the user empty: the token belongs to its user.');
}

/** Returns the channels of a connection after a change. Another bot knows none of them. */
function channelsOf(
  { channel, offered_channel: offered }: store.ConnectionRow,
  { chosen, moves }: { chosen: string | undefined; moves: boolean },
): Pick<store.ConnectionRow, 'channel' | 'offered_channel'> {
  if (chosen !== undefined && (moves || offered?.id !== chosen))
    throw wrong('channel', 'The bot was not heard in this channel last. Write to it there, reload, and choose the channel that is offered.');
  if (moves) return { channel: null, offered_channel: null };
  return chosen === undefined ? { channel, offered_channel: offered } : { channel: offered, offered_channel: null };
}

const toChannel = (channel: TeamsChannel | null): Connection['channel'] => channel && { id: channel.id, heard_from: channel.heard_from };

function newSecret(): string {
  return randomBytes(32).toString('base64url');
}

const unknownConnection = () => notFound('This connection no longer exists. Reload the list.');
const wrong = (field: string, message: string) => unprocessable('INVALID_INPUT', message, { fields: [{ in: 'body', field, message }] });
