import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';
import { isChatKind, LARGEST_INCOMING, type ProductKind } from '@cam/contracts/server';
import type { Context } from '../../platform/context';
import { ApiError, badRequest, forbidden, notFound, unauthorized } from '../../platform/http/errors';
import type { Principal } from '../../platform/http/principal';
import { readRaw } from '../../platform/http/raw-body';
import { CallLimits } from '../../platform/security/call-limits';
import * as connectionStore from './connection-store';
import type { ConnectionRow } from './connection-store';
import type { Connections } from './connections';
import { changedTickets } from './incoming-messages';
import * as store from './ticket-store';
import type { TicketWork } from './ticket-work';

/** Messages of one connection in a minute. */
const A_MINUTE = 60;

interface IncomingDependencies {
  connections: Connections;
  work: Pick<TicketWork, 'queue'>;
  verifyApiToken: (token: string, address: string) => Promise<Principal>;
}

export interface IncomingMessage {
  connectionId: string;
  headers: IncomingHttpHeaders;
  raw: Readable;
  /** IP address of the sender. */
  address: string;
}

/**
 * Receives the messages of products about changed tickets. A message only says which tickets to read again: CAM believes what the product answers, so a
 * message that comes late or in the wrong order does no harm.
 */
export class Incoming {
  readonly #limits = new CallLimits(A_MINUTE);

  constructor(
    private readonly ctx: Context,
    private readonly deps: IncomingDependencies,
  ) {}

  /**
   * Takes a message of a ticket system.
   * @returns the number of tickets that are read again
   * @throws ApiError 401 for a wrong signature, 400 for a stale or repeated message, and as `receive` does
   */
  async take(message: IncomingMessage): Promise<number> {
    const { tenantId, connection, body } = await this.receive(message);
    const { kind, connection_id: connectionId } = connection;
    if (isChatKind(kind)) throw unknownConnection();
    if (kind === 'servicenow') await this.#checkToken(message.headers, message.address, tenantId);
    else checkSignature(kind, this.deps.connections.incomingSecret(connection), message.headers, body);
    const changed = changedTickets(kind, body, Date.now());
    await this.remember(tenantId, connectionId, body);
    const found = await this.ctx.db.tenant(tenantId, (tx) => store.markChanged(tx, tenantId, connectionId, changed));
    if (found > 0) await this.deps.work.queue(tenantId);
    return found;
  }

  /** Reads a message, before its signature is checked. @throws ApiError 404 for an unknown connection, 413 above 1 MB, 429 above the limit of calls */
  async receive({
    connectionId,
    raw,
  }: Pick<IncomingMessage, 'connectionId' | 'raw'>): Promise<{ tenantId: string; connection: ConnectionRow; body: Buffer }> {
    const wait = this.#limits.admit(connectionId);
    if (wait !== null)
      throw new ApiError(
        429,
        'TOO_MANY_CALLS',
        'This connection got too many messages within a minute. CAM reads its tickets every 5 minutes anyway.',
      );
    const body = await readRaw(raw, LARGEST_INCOMING);
    const tenantId = await this.ctx.db.system((tx) => connectionStore.tenantOf(tx, connectionId));
    if (tenantId === undefined) throw unknownConnection();
    const connection = await this.ctx.db.tenant(tenantId, (tx) => this.deps.connections.found(tx, tenantId, connectionId));
    return { tenantId, connection, body };
  }

  /** Remembers a message whose signature was checked. @param identity its body, or its id if that is never another message's @throws ApiError 400 if it was received before */
  async remember(tenantId: string, connectionId: string, identity: Buffer | string): Promise<void> {
    const digest = createHash('sha256').update(identity).digest('hex');
    const isNew = await this.ctx.db.tenant(tenantId, (tx) => connectionStore.rememberMessage(tx, tenantId, connectionId, digest));
    if (!isNew) throw badRequest('This message was received before. It changes nothing.');
  }

  async #checkToken({ authorization = '' }: IncomingHttpHeaders, address: string, tenantId: string): Promise<void> {
    const token = /^Bearer (.+)$/i.exec(authorization)?.[1];
    if (token === undefined) throw unauthorized('TOKEN_MISSING', 'Send an API token of CAM with the scope cam:alerts:write.');
    const principal = await this.deps.verifyApiToken(token, address);
    if (principal.tenantId !== tenantId) throw unknownConnection();
    if (!principal.rights.includes('CAM_ALERTS_WRITE'))
      throw forbidden('The token needs the scope cam:alerts:write.', 'RIGHT_MISSING', { anyOf: ['CAM_ALERTS_WRITE'] });
  }
}

/** Headers in which products sign their messages. GitLab sends the secret itself. */
const SIGNATURES: Readonly<Record<Exclude<ProductKind, 'servicenow'>, string>> = {
  jira: 'x-hub-signature',
  github: 'x-hub-signature-256',
  gitlab: 'x-gitlab-token',
};

/**
 * Checks the signature over the bytes as they came: another serialisation of the same message has another one.
 * @throws ApiError 401
 */
export function checkSignature(kind: Exclude<ProductKind, 'servicenow'>, secret: string, headers: IncomingHttpHeaders, body: Buffer): void {
  const signature = `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;
  const given = headers[SIGNATURES[kind]];
  if (typeof given !== 'string' || !isSame(given, kind === 'gitlab' ? secret : signature))
    throw unauthorized(
      'SIGNATURE_INVALID',
      'The signature of this message is missing or wrong. Enter the secret of the connection in the webhook of the product.',
    );
}

/** Compares in constant time, whatever the lengths. */
export function isSame(a: string, b: string): boolean {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(a), digest(b));
}

const unknownConnection = () => notFound('There is no such connection.');
