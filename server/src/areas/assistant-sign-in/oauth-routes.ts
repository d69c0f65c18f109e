import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { CallLimits } from '../../platform/security/call-limits';
import type { OAuthClients } from './clients';
import type { Fields, Grants } from './grants';
import { OAUTH_PATH, RESOURCE_METADATA_PATH, resourceMetadata, SERVER_METADATA_PATH, serverMetadata } from './metadata';
import { invalidRequest, OAuthError } from './oauth-error';

/** Bytes of a request. */
const LARGEST = 20_000;
/** Registrations, and other requests, of an address in a minute. Assistants that run at a provider share its addresses. */
const REGISTRATIONS = 30;
const REQUESTS = 300;
const FORM = 'application/x-www-form-urlencoded';

export interface OAuthParts {
  clients: OAuthClients;
  grants: Grants;
  issuer: string;
  /** Address of the tools. */
  resource: string;
}

/** Mounts the calls of the protocol. They are no part of the API's contract, because the protocol has its own forms of requests and errors. */
export function oauthRoutes(app: FastifyInstance, { clients, grants, issuer, resource }: OAuthParts): void {
  const registrations = new CallLimits(REGISTRATIONS);
  const requests = new CallLimits(REQUESTS);

  const metadata = {
    [`${RESOURCE_METADATA_PATH}${new URL(resource).pathname}`]: () => resourceMetadata(issuer, resource),
    [SERVER_METADATA_PATH]: () => serverMetadata(issuer),
  };
  for (const [path, read] of Object.entries(metadata))
    app.get(path, async (_request, reply) =>
      reply.header('cache-control', 'public, max-age=3600').header('access-control-allow-origin', '*').send(read()),
    );

  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('application/json', { parseAs: 'string', bodyLimit: LARGEST }, (_request, text, done) => {
      try {
        done(null, JSON.parse(text as string));
      } catch {
        done(new OAuthError('invalid_client_metadata', 'The body is no JSON.'));
      }
    });
    scope.addContentTypeParser(FORM, { parseAs: 'string', bodyLimit: LARGEST }, (_request, text, done) => {
      try {
        done(null, readFields(text as string));
      } catch (error) {
        done(error as Error);
      }
    });
    scope.setErrorHandler((error, request, reply) => sendError(error, request, reply));

    scope.post(`${OAUTH_PATH}/register`, async (request, reply) => {
      admit(registrations, request);
      const registered = await clients.register(request.body);
      request.log.info({ client: registered.client_id, name: registered.client_name, address: request.ip }, 'assistant registered');
      return reply.code(201).send(registered);
    });

    scope.post(`${OAUTH_PATH}/token`, async (request, reply) => {
      admit(requests, request);
      return reply.send(await grants.token(fieldsOf(request), request.ip));
    });

    scope.post(`${OAUTH_PATH}/revoke`, async (request, reply) => {
      admit(requests, request);
      await grants.revoke(fieldsOf(request), request.ip);
      return reply.send({});
    });
  });
}

function admit(limits: CallLimits, { ip }: FastifyRequest): void {
  const wait = limits.admit(ip);
  if (wait !== null)
    throw new OAuthError('temporarily_unavailable', 'Too many requests within a minute. Wait a moment.', 429, Math.ceil(wait / 1000));
}

/** Returns the fields of a form. @throws OAuthError for a field that is given twice */
function readFields(text: string): Fields {
  const fields = new URLSearchParams(text);
  const names = [...fields.keys()];
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) throw invalidRequest(`The field ${twice} is given twice.`);
  // An empty field is as none (RFC 6749, 3.2).
  return Object.fromEntries([...fields].filter(([, value]) => value !== ''));
}

function fieldsOf({ body, headers }: FastifyRequest): Fields {
  if (!headers['content-type']?.startsWith(FORM)) throw invalidRequest(`Send a form (${FORM}).`);
  return (body ?? {}) as Fields;
}

function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { statusCode = 500 } = error as { statusCode?: number };
  const known =
    error instanceof OAuthError
      ? error
      : statusCode >= 400 && statusCode < 500
        ? new OAuthError('invalid_request', 'The request cannot be read.', statusCode)
        : new OAuthError('server_error', 'CAM failed. Try again later.', 500);
  if (known.status === 500) request.log.error({ err: error }, 'the sign-in of an assistant failed');
  request.refusedFor = known.code;
  if (known.retryAfter !== null) reply.header('retry-after', known.retryAfter);
  return reply.code(known.status).send(known.toBody());
}
