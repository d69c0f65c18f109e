import type { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods, RouteOptions } from 'fastify';
import fastJson from 'fast-json-stringify';
import {
  API_TOKEN_PREFIX,
  endpoints,
  type Access,
  type Api,
  type Endpoint,
  type EndpointKey,
  type RemoteId,
  type Right,
} from '@cam/contracts/server';
import { accountIdsOf, filterWithin } from './account-filter';
import { actingIn, heldRights } from './acting-principal';
import { type AuditRecord, toAuditedWrite, auditRuleOf, type AuditDetail } from './audit-record';
import { withAccountLimit } from '../db/account-limit';
import { withCaller } from '../db/caller';
import { ApiError, forbidden, remoteOff, unauthorized } from './errors';
import { HIJACKED } from './event-stream';
import { sendFile, type FileReply } from './file-reply';
import type { Principal, VerifyToken } from './principal';
import { accountLimitOf } from './limited-token';
import { limitedStream } from './limited-stream';
import { rawBodies } from './raw-body';
import { validatorsOf } from './validation';

export { HIJACKED };

export interface ApiCall<K extends EndpointKey> {
  path: Api[K]['path'];
  query: Api[K]['query'];
  body: Api[K]['body'];
  principal: Principal;
  tenantId: string;
  /** The body of a call that `consumes` another type than JSON; it fails with 413 beyond the limit. */
  raw: Readable;
  request: FastifyRequest;
  reply: FastifyReply;
  /** Aborts when the client disconnects. Database reads of a query then end by themselves (db/caller.ts). */
  signal: AbortSignal;
  /** Gives the audit log the detail of a write that its contract promises. */
  audit: (detail: AuditDetail) => void;
}

type Answer<K extends EndpointKey> = Api[K]['answer'] | FileReply | typeof HIJACKED;

/**
 * Mounts a call. Each request passes the token (401), the permission and the owner's switch (403), the contract's path, query and body (422), then
 * the handler. The contract's schema serialises the answer, so a field that it does not name never leaves.
 */
export type Mount = <K extends EndpointKey>(key: K, handler: (call: ApiCall<K>) => Promise<Answer<K>>) => void;

export interface MountDependencies {
  verifyToken: VerifyToken;
  /** Reports whether the header is the installation's own key. */
  isOperatorKey: (authorization: string) => boolean;
  /** Returns the holder of a publisher token; null for an unknown, expired or revoked token. */
  verifyPublisher: (token: string) => Promise<Publisher | null>;
  /** Returns the caller by an API token. @throws ApiError 401 or 403 with a sentence that says why */
  verifyApiToken: (token: string, address: string, isForAssistants: boolean) => Promise<Principal>;
  /** Address of the metadata that tells assistants how to sign in; without it, they need a token. */
  assistantMetadata?: string;
  /** Reports whether the remote is off for the tenant. */
  isRemoteOff: (tenantId: string, remote: RemoteId) => Promise<boolean>;
  /** Returns the account ids of the organization that a source filter names; none if it is no organization. */
  accountsWithin: (tenantId: string, organizationUid: string) => Promise<string[]>;
  /** The longest pause in an upload, ms; 0 or undefined: no limit. */
  longestPause?: number;
  /** Counts a call of a user, and returns how long the user must wait before the next one, ms; null: the call is admitted. */
  admitCall?: (party: string) => number | null;
  /** Records a completed write in the audit log. */
  record: (written: AuditRecord) => Promise<void>;
}

/** The holder of a token that publishes one remote. */
export interface Publisher {
  remote: RemoteId;
  /** Tenant of the token's creator, whose audit log records its writes; empty for tokens from before this was stored. */
  tenantId: string;
  label: string;
  channels: readonly string[];
}

/** Prefix of publisher tokens, which distinguishes them from a user's token. */
export const PUBLISHER_PREFIX = 'camp_';

const NOBODY: Principal = { tenantId: '', email: '', rights: [], userSource: 'SOURCE_UNKNOWN', expiresAt: Infinity };

/** The mounted calls, for the API document. */
export type Mounted = Map<EndpointKey, Endpoint>;

/** The conditions that a request meets before it is served. */
export type Admission = Pick<Endpoint, 'access' | 'owner' | 'publisher' | 'apiTokens' | 'accounts' | 'assistants'>;

/**
 * Checks token, right, the owner's switch and the user's limit of calls, as for a mounted call, and sets `request.principal`.
 * @throws ApiError 401, 403 or 429
 */
export type Admit = (needed: Admission, request: FastifyRequest, reply: FastifyReply) => Promise<Principal>;

/** The parameters of a call, before they are checked. */
export interface CallInput {
  path?: unknown;
  query?: unknown;
  body?: unknown;
}

/**
 * Makes a mounted call that only reads, within a request to another call: for other protocols on top of the API. The caller of the request needs the
 * rights of the inner call too, and gets what its schema names.
 * @throws ApiError as the call itself would
 */
export type ReadWithin = (key: EndpointKey, input: CallInput, request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;

/** Serves a mounted call, after its caller was admitted. */
type Serve = (input: Required<CallInput>, request: FastifyRequest, reply: FastifyReply, principal: Principal) => Promise<unknown>;

export function createMount(app: FastifyInstance, deps: MountDependencies): { mount: Mount; mounted: Mounted; admit: Admit; readWithin: ReadWithin } {
  const mounted: Mounted = new Map();
  const served = new Map<EndpointKey, Serve>();
  const admit: Admit = async (needed, request, reply) => {
    const caller = await authorise(needed, request, deps).catch((error: unknown) => {
      if (needed.assistants && deps.assistantMetadata && error instanceof ApiError && error.status === 401) {
        const wrong = error.code === 'TOKEN_MISSING' ? '' : 'error="invalid_token", ';
        reply.header('www-authenticate', `Bearer ${wrong}resource_metadata="${deps.assistantMetadata}"`);
      }
      throw error;
    });
    // Another call within this request acts with other rights, so the request keeps the caller itself.
    request.principal = caller;
    const wait = caller.email === '' ? null : (deps.admitCall?.(partyOf(caller)) ?? null);
    if (wait === null) return actingIn(caller, needed.access);
    reply.header('retry-after', Math.ceil(wait / 1000));
    throw new ApiError(429, 'TOO_MANY_CALLS', 'You made too many calls within a minute. Please wait a moment.');
  };
  const mountUntyped = (key: EndpointKey, handler: (call: never) => Promise<unknown>): void => {
    const endpoint: Endpoint = (endpoints as Record<string, Endpoint>)[key] as Endpoint;
    mounted.set(key, endpoint);
    const validate = validatorsOf(endpoint);
    const serialise = serialiserOf(endpoint);
    const { method, url } = routeOf(key);
    const rule = auditRuleOf(key, endpoint);
    const readOnly = method === 'GET' || endpoint.readOnly === true;

    const serve: Serve = async ({ path, query, body }, request, reply, caller) => {
      const principal = actingIn(caller, endpoint.access);
      validate.path(path);
      validate.query(query);
      if (!endpoint.consumes) validate.body(body);
      for (const filter of [query, body]) await narrowToAccounts(filter as Filtered, principal.tenantId, deps);
      limitToAccounts(endpoint, (method === 'GET' || endpoint.consumes ? query : body) as Filtered, principal);
      const disconnect = new AbortController();
      reply.raw.once('close', () => disconnect.abort());
      let detail: AuditDetail = {};
      const { signal } = disconnect;
      const call = {
        path,
        query,
        body,
        principal,
        tenantId: principal.tenantId,
        raw: endpoint.consumes ? limitedStream(request.raw, request.headers['content-length'], { pause: deps.longestPause }) : request.raw,
        request,
        reply,
        signal,
        audit: (change: AuditDetail) => (detail = change),
      } as never;
      const limit = endpoint.accounts?.by === 'ROWS' ? accountLimitOf(principal) : undefined;
      const run = (): Promise<unknown> => (limit ? withAccountLimit(limit, () => handler(call)) : handler(call));
      const answer = await (readOnly ? withCaller({ signal, party: partyOf(principal) }, run) : run());
      if (rule && detail && principal.tenantId !== '') {
        const { missing, ...written } = toAuditedWrite(rule, { key, request, principal, body, detail });
        if (missing.length > 0) request.log.error({ call: key, missing }, 'the handler did not give the audit detail that its contract promises');
        await deps.record(written);
      }
      return answer;
    };
    if (readOnly && !endpoint.consumes && !endpoint.produces) {
      served.set(key, async (...call) => JSON.parse(serialise(await serve(...call))) as unknown);
    }

    const route: RouteOptions = {
      method,
      url,
      config: endpoint.consumes ? { streamsBody: true } : {},
      onRequest: async (request, reply) => {
        await admit(endpoint, request, reply);
      },
      handler: async (request, reply) => {
        const input = { path: request.params, query: request.query, body: endpoint.consumes ? {} : (request.body ?? {}) };
        const answer = await serve(input, request, reply, request.principal ?? NOBODY);
        if (answer === HIJACKED || reply.sent) return reply;
        if (endpoint.produces) return sendFile(reply, answer as FileReply);
        if (reply.statusCode === 200) reply.code(endpoint.status ?? 200);
        if (answer === undefined) return reply.code(204).send();
        return reply.type('application/json; charset=utf-8').send(serialise(answer));
      },
    };
    if (endpoint.consumes) app.register(async (scope) => rawBodies(scope).route(route));
    else app.route(route);
  };
  const readWithin: ReadWithin = async (key, { path = {}, query = {}, body = {} }, request, reply) => {
    const serve = served.get(key);
    const endpoint = mounted.get(key);
    if (!serve || !endpoint) throw new Error(`${key} is not a mounted call that only reads and answers with JSON`);
    const principal = request.principal ?? NOBODY;
    await checkAccess(endpoint, principal, deps);
    return serve({ path, query, body }, request, reply, principal);
  };
  return { mount: mountUntyped, mounted, admit, readWithin };
}

/** Identifies a user, or an API token, among all tenants. */
export function partyOf({ tenantId, email, apiToken }: Principal): string {
  return `${tenantId} ${apiToken ? apiToken.id : email}`;
}

/** Writes answers by the contract's schema. It is compiled at the call's first answer, as its validators are. */
function serialiserOf({ answer: schema }: Pick<Endpoint, 'answer'>): (answer: unknown) => string {
  let serialise: ((answer: unknown) => string) | undefined;
  return (answer) => (serialise ??= fastJson(schema as object))(answer);
}

/** The source filter's parameters of every call. */
interface Filtered {
  account_id?: unknown;
  account_uid?: unknown;
}

/** Replaces an organization's id in the source filter with the ids of its accounts. A filter that names no account, such as a comma, becomes empty. */
async function narrowToAccounts(filter: Filtered, tenantId: string, { accountsWithin }: MountDependencies): Promise<void> {
  if (tenantId === '' || typeof filter.account_id !== 'string') return;
  filter.account_id = accountIdsOf(filter.account_id).join(',');
  if (typeof filter.account_uid !== 'string') return;
  const accounts = await accountsWithin(tenantId, filter.account_uid);
  if (accounts.length > 0) filter.account_id = accounts.join(',');
}

/**
 * Narrows the account filter to the accounts of a limited caller.
 * @throws ApiError 403 for a filter that names none of them, and for a parameter that the filter does not narrow
 */
function limitToAccounts({ accounts }: Admission, filter: Filtered, principal: Principal): void {
  const limit = accountLimitOf(principal);
  if (!limit || (accounts?.by !== 'FILTER' && accounts?.by !== 'ROWS')) return;
  const parameter = accounts.without?.find((name) => (filter as Record<string, unknown>)[name] !== undefined);
  if (parameter !== undefined)
    throw forbidden(`${limited(principal)}, so the parameter "${parameter}" cannot be used.`, 'TOKEN_ACCOUNTS', { parameter });
  const narrowed = filterWithin(filter.account_id as string | undefined, limit);
  if (narrowed === null)
    throw forbidden(`${limited(principal)}, and these are other ones. Ask for the accounts that you may read.`, 'TOKEN_ACCOUNTS', {
      accounts: limit,
    });
  filter.account_id = narrowed;
}

/** Says what limits the caller. */
function limited({ apiToken }: Principal): string {
  return apiToken ? 'This API token is limited to accounts' : 'Your roles are limited to accounts';
}

async function authorise(endpoint: Admission, request: FastifyRequest, deps: MountDependencies): Promise<Principal> {
  const { access } = endpoint;
  if (access === 'public') return NOBODY;
  const authorization = request.headers.authorization ?? '';
  if (access === 'operator-key') {
    if (deps.isOperatorKey(authorization)) return NOBODY;
    throw unauthorized('OPERATOR_KEY_REQUIRED', 'This call needs the key of the installation. Run the command line on the server machine.');
  }
  const token = /^Bearer (.+)$/i.exec(authorization)?.[1];
  if (!token) throw unauthorized('TOKEN_MISSING', 'You are not signed in. Please sign in.');
  if (token.startsWith(PUBLISHER_PREFIX)) return authorisePublisher(endpoint, request, await deps.verifyPublisher(token));
  const principal = await (token.startsWith(API_TOKEN_PREFIX)
    ? deps.verifyApiToken(token, request.ip, endpoint.assistants === true)
    : deps.verifyToken(token));
  await checkAccess(endpoint, principal, deps);
  return principal;
}

/** Checks what a signed-in caller may do: its token, its rights and the owner's switch. @throws ApiError 403 */
async function checkAccess(endpoint: Admission, caller: Principal, { isRemoteOff }: MountDependencies): Promise<void> {
  const { access, owner } = endpoint;
  const principal = actingIn(caller, access);
  if (principal.apiToken && !acceptsApiTokens(endpoint))
    throw forbidden('API tokens cannot make this call. Sign in to the console for it.', 'API_TOKEN_REFUSED');
  // A token is told of its limit first; the roles of a person limit only what they allow.
  if (principal.apiToken) refuseLimited(endpoint, principal);
  if (!mayCall(access, heldRights(caller))) {
    throw forbidden('You do not have the right to do this. Ask an administrator of your tenant for it.', 'RIGHT_MISSING', { anyOf: access });
  }
  refuseLimited(endpoint, principal);
  const owners = owner === undefined ? [] : [owner].flat();
  const areOff = await Promise.all(owners.map((remote) => isRemoteOff(principal.tenantId, remote)));
  if (owners.length > 0 && areOff.every(Boolean)) {
    throw remoteOff(owners[0]);
  }
}

/**
 * Refuses a caller who is limited to accounts where the call cannot be. A session's own calls, such as those about its profile, serve every user.
 * @throws ApiError 403
 */
function refuseLimited({ access, accounts }: Admission, principal: Principal): void {
  const limit = accountLimitOf(principal);
  if (!limit) return;
  if (limit.length === 0)
    throw forbidden('The roles of the owner of this API token do not reach its accounts. Create another token.', 'TOKEN_ACCOUNTS', { accounts: [] });
  if (accounts ? accounts.by !== 'REFUSED' : access === 'session') return;
  throw principal.apiToken
    ? forbidden(
        'This API token is limited to accounts, and the answer of this call cannot be. Use a token for all accounts.',
        'TOKEN_ACCOUNTS_REFUSED',
      )
    : forbidden('Your roles allow this in some accounts only, and this call cannot be limited to them.', 'TOKEN_ACCOUNTS_REFUSED');
}

/** Authorises a publisher: it may call only publishing calls, and only for the remote of its token. */
function authorisePublisher(endpoint: Admission, request: FastifyRequest, publisher: Publisher | null): Principal {
  if (!publisher)
    throw unauthorized('PUBLISHER_TOKEN_INVALID', 'This publisher token is invalid, expired or revoked. Ask the operator for a new one.');
  const { id, channel } = request.params as { id?: string; channel?: string };
  if (!endpoint.publisher || id !== publisher.remote)
    throw forbidden(`This token can publish ${publisher.remote} only.`, 'PUBLISHER_TOKEN_OF_ANOTHER', { remote: publisher.remote });
  if (channel !== undefined && !publisher.channels.includes(channel))
    throw forbidden(`This token cannot change the channel ${channel}.`, 'PUBLISHER_TOKEN_CHANNEL', { channels: publisher.channels });
  return { ...NOBODY, tenantId: publisher.tenantId, email: `publisher:${publisher.label}` };
}

function acceptsApiTokens({ access, apiTokens = Array.isArray(access) }: Admission): boolean {
  return apiTokens;
}

function mayCall(access: Access, rights: readonly Right[]): boolean {
  return access === 'session' || (Array.isArray(access) && access.some((right: Right) => rights.includes(right)));
}

/** `GET /v1/x/{id}` -> GET, `/v1/x/:id`. */
function routeOf(key: EndpointKey): { method: HTTPMethods; url: string } {
  const [method, path] = key.split(' ') as [HTTPMethods, string];
  return { method, url: path.replace(/\{(\w+)\}/g, ':$1') };
}

declare module 'fastify' {
  interface FastifyRequest {
    principal?: Principal;
  }
}
