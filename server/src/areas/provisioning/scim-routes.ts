import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { AuditRecord } from '../../platform/http/audit-record';
import { ApiError } from '../../platform/http/errors';
import { resourceTypes, schemas, serviceProviderConfig } from './discovery';
import type { GroupChange, ScimGroups } from './groups';
import { invalid, ScimError } from './scim-error';
import { listResponse, readPage } from './scim-store';
import type { ProvisioningTokens, ScimCaller } from './tokens';
import type { ScimUsers, UserChange } from './users';

/** Path of SCIM. */
export const SCIM_PATH = '/scim/v2';

const MEDIA_TYPE = 'application/scim+json; charset=utf-8';
/** Bytes of a request: a group with many members is the largest. */
const LARGEST = 5_000_000;

type Resource = Record<string, unknown>;

export interface ScimParts {
  tokens: ProvisioningTokens;
  users: ScimUsers;
  groups: ScimGroups;
  /** Base address of SCIM. */
  base: string;
  /** Counts a request of a token, and returns how long it must wait, ms; null: it is admitted. */
  admit: (party: string) => number | null;
  /** Records a write in the audit log. */
  record: (written: AuditRecord) => Promise<void>;
}

/**
 * Mounts SCIM 2.0. It is no part of the API's contract, because the protocol has its own forms of errors and lists.
 * @see https://www.rfc-editor.org/rfc/rfc7644
 */
export function scimRoutes(app: FastifyInstance, { tokens, users, groups, base, admit, record }: ScimParts): void {
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    for (const type of ['application/scim+json', 'application/json'])
      scope.addContentTypeParser(type, { parseAs: 'string', bodyLimit: LARGEST }, (_request, text, done) => {
        try {
          done(null, readBody(text as string));
        } catch (error) {
          done(error as Error);
        }
      });
    scope.setErrorHandler((error, request, reply) => sendError(error, request, reply));

    const callers = new WeakMap<FastifyRequest, ScimCaller>();
    scope.addHook('onRequest', async (request, reply) => {
      const token = /^Bearer (.+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? '';
      const caller = await tokens.verify(token, request.ip);
      if (!caller) {
        reply.header('www-authenticate', 'Bearer');
        throw new ScimError(401, 'The token is missing, unknown or revoked. Create one in CAM in Settings, Single sign-on.');
      }
      const wait = admit(`scim ${caller.tokenId}`);
      if (wait !== null) {
        reply.header('retry-after', Math.ceil(wait / 1000));
        throw new ScimError(429, 'Too many requests within a minute. Wait a moment.');
      }
      callers.set(request, caller);
    });
    const callerOf = (request: FastifyRequest): ScimCaller => callers.get(request) as ScimCaller;

    /** Serves a read. */
    const get = (path: string, read: (tenantId: string, request: FastifyRequest) => Promise<Resource> | Resource): void => {
      scope.get(SCIM_PATH + path, async (request, reply) => send(reply, narrowed(await read(callerOf(request).tenantId, request), request)));
    };
    /** Serves a write, and records it. */
    const write = (
      method: 'POST' | 'PUT' | 'PATCH' | 'DELETE',
      path: string,
      change: (tenantId: string, request: FastifyRequest) => Promise<UserChange | GroupChange>,
    ): void => {
      scope.route({
        method,
        url: SCIM_PATH + path,
        handler: async (request, reply) => {
          const { tenantId, name } = callerOf(request);
          const { before, after, resource } = await change(tenantId, request);
          const recorded = method === 'PATCH' ? 'PUT' : method;
          await record({
            principal: { tenantId, email: `Provisioning token "${name}"` },
            address: request.ip,
            call: `${recorded} ${SCIM_PATH}${path.replace(':id', '{id}')}`,
            subject: subjectOf(after ?? before),
            before: before ?? undefined,
            after: after ?? undefined,
          });
          if (method === 'DELETE') return reply.code(204).send();
          if (method === 'POST') reply.header('location', (resource.meta as { location: string }).location);
          return send(reply.code(method === 'POST' ? 201 : 200), narrowed(resource, request));
        },
      });
    };
    const idOf = (request: FastifyRequest): string => (request.params as { id: string }).id;
    const ifMatch = (request: FastifyRequest): string | undefined => request.headers['if-match'];

    get('/ServiceProviderConfig', () => serviceProviderConfig(base));
    for (const [path, all] of [
      ['ResourceTypes', resourceTypes(base)],
      ['Schemas', schemas(base)],
    ] as const) {
      get(`/${path}`, () => listResponse(all, all.length, { startIndex: 1, count: all.length }));
      get(`/${path}/:id`, (_tenantId, request) => {
        const found = all.find(({ id }) => id === idOf(request));
        if (!found) throw new ScimError(404, `There is no "${idOf(request)}" among the ${path}.`);
        return found;
      });
    }

    get('/Users', (tenantId, request) => users.list(tenantId, queryOf(request).filter, readPage(queryOf(request))));
    get('/Users/:id', (tenantId, request) => users.read(tenantId, idOf(request)));
    write('POST', '/Users', (tenantId, { body }) => users.create(tenantId, body));
    write('PUT', '/Users/:id', (tenantId, request) => users.replace(tenantId, idOf(request), request.body, ifMatch(request)));
    write('PATCH', '/Users/:id', (tenantId, request) => users.patch(tenantId, idOf(request), request.body, ifMatch(request)));
    write('DELETE', '/Users/:id', (tenantId, request) => users.remove(tenantId, idOf(request), ifMatch(request)));

    get('/Groups', (tenantId, request) =>
      groups.list(tenantId, { filter: queryOf(request).filter, page: readPage(queryOf(request)), withMembers: wantsMembers(request) }),
    );
    get('/Groups/:id', (tenantId, request) => groups.read(tenantId, idOf(request), wantsMembers(request)));
    write('POST', '/Groups', (tenantId, { body }) => groups.create(tenantId, body));
    write('PUT', '/Groups/:id', (tenantId, request) => groups.replace(tenantId, idOf(request), request.body, ifMatch(request)));
    write('PATCH', '/Groups/:id', (tenantId, request) => groups.patch(tenantId, idOf(request), request.body, ifMatch(request)));
    write('DELETE', '/Groups/:id', (tenantId, request) => groups.remove(tenantId, idOf(request), ifMatch(request)));

    // A token belongs to a provider, and no user: the protocol answers so (RFC 7644, 3.11).
    scope.all(`${SCIM_PATH}/Bulk`, async () => {
      throw new ScimError(501, 'CAM has no /Bulk, as /ServiceProviderConfig says. Send each change by itself.');
    });
    scope.all(`${SCIM_PATH}/Me`, async () => {
      throw new ScimError(501, 'CAM has no /Me, because a token of provisioning belongs to no user. Read the user below /Users.');
    });
    scope.all(`${SCIM_PATH}/*`, async () => {
      throw new ScimError(404, 'There is no such resource. CAM has Users, Groups, ServiceProviderConfig, ResourceTypes and Schemas.');
    });
  });
}

/** Parses a body. The database stores no text with the character 0. */
function readBody(text: string): unknown {
  if (text === '') return undefined;
  if (/\\u0000/.test(text)) throw invalid('invalidValue', 'The body has the character 0, which no text may have.');
  try {
    return JSON.parse(text);
  } catch {
    throw invalid('invalidSyntax', 'The body is no JSON.');
  }
}

function send(reply: FastifyReply, resource: Resource): FastifyReply {
  const version = (resource.meta as { version?: string } | undefined)?.version;
  if (version !== undefined) reply.header('etag', version);
  return reply.type(MEDIA_TYPE).header('cache-control', 'no-store').send(JSON.stringify(resource));
}

function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const known = toScimError(error);
  if (!known) request.log.error({ err: error }, 'provisioning failed');
  const { status, body } = known
    ? { status: known.status, body: known.toBody() }
    : { status: 500, body: new ScimError(500, 'CAM failed. Try again later.').toBody() };
  return reply.code(status).type(MEDIA_TYPE).send(JSON.stringify(body));
}

/** Returns an error in the form of the protocol; null if it is CAM's fault. */
function toScimError(error: unknown): ScimError | null {
  if (error instanceof ScimError) return error;
  if (error instanceof ApiError) return new ScimError(error.status, error.userMessage);
  const { statusCode } = error as { statusCode?: number };
  if (statusCode === 413) return new ScimError(413, 'The request is too large.');
  if (statusCode === 415) return new ScimError(415, 'Send application/scim+json.');
  return statusCode !== undefined && statusCode >= 400 && statusCode < 500 ? new ScimError(statusCode, 'The request cannot be read.') : null;
}

interface ScimQuery {
  filter?: string;
  startIndex?: string;
  count?: string;
  attributes?: string;
  excludedAttributes?: string;
}

/** Returns the parameters of a request. A repeated one has its first value. */
function queryOf(request: FastifyRequest): ScimQuery {
  return Object.fromEntries(Object.entries(request.query as Record<string, string | string[]>).map(([name, value]) => [name, [value].flat()[0]]));
}

function wordsOf(text: string | undefined): string[] {
  return (text ?? '').split(',').map((word) => word.trim().toLowerCase());
}

function wantsMembers(request: FastifyRequest): boolean {
  const { attributes, excludedAttributes } = queryOf(request);
  return (
    !wordsOf(excludedAttributes).includes('members') && (attributes === undefined || wordsOf(attributes).some((word) => word.startsWith('members')))
  );
}

/** Leaves the attributes that a request asks for, of a resource or of each resource of a list. */
function narrowed(resource: Resource, request: FastifyRequest): Resource {
  const { attributes, excludedAttributes } = queryOf(request);
  if (attributes === undefined && excludedAttributes === undefined) return resource;
  if (Array.isArray(resource.Resources)) return { ...resource, Resources: (resource.Resources as Resource[]).map((one) => narrowed(one, request)) };
  const wanted = attributes === undefined ? null : wordsOf(attributes).map((word) => word.split('.')[0]);
  const unwanted = wordsOf(excludedAttributes);
  return Object.fromEntries(
    Object.entries(resource).filter(([name]) => {
      const word = name.toLowerCase();
      return word === 'id' || word === 'schemas' || (wanted ? wanted.includes(word) : !unwanted.includes(word));
    }),
  );
}

function subjectOf(shown: { email: string } | { name: string } | null): string {
  if (!shown) return '';
  return 'email' in shown ? shown.email : shown.name;
}
