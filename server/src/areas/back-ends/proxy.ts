import type { IncomingMessage, OutgoingHttpHeaders } from 'node:http';
import { Transform, type Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isRemoteId, type BackEnd, type RemoteId } from '@cam/contracts/server';
import { ApiError, badGateway, notFound } from '../../platform/http/errors';
import { limitedStream } from '../../platform/http/limited-stream';
import type { Admit } from '../../platform/http/mount';
import { rawBodies } from '../../platform/http/raw-body';
import { ForbiddenTarget } from '../../platform/security/outbound-targets';
import { sendOutbound, TooSlow } from '../../platform/security/outbound-request';
import { currentTraceparent, TRACEPARENT } from '../../platform/telemetry/tracing';
import type { BackEndsService } from './service';

/** Largest body of a call, bytes. */
const LARGEST_BODY = 10 * 1024 * 1024;
/** Longest pause of a caller in a body, ms. */
const PAUSE = 30_000;
/** Largest answer, bytes. */
const LARGEST_ANSWER = 50 * 1024 * 1024;

/** Headers that pass. Cookies and the user's own token never do. */
const SENT = ['accept', 'accept-language', 'content-type', 'if-match', 'if-none-match', 'idempotency-key', 'range', TRACEPARENT] as const;
const RETURNED = [
  ...['cache-control', 'content-disposition', 'content-encoding', 'content-language', 'content-length', 'content-range', 'content-type'],
  ...['etag', 'last-modified', 'retry-after', 'vary'],
] as const;

interface ProxyDependencies {
  admit: Admit;
  backEnds: BackEndsService;
}

/**
 * Passes `/x/{remote}/...` to the server of the remote's team, with a short-lived token that says who calls instead of the user's own. The caller needs a
 * session of a tenant in which the remote is on. The server decides which rights a call needs, by the claims of the token.
 */
export function proxyRoute(app: FastifyInstance, { admit, backEnds }: ProxyDependencies): void {
  app.register(async (scope) =>
    rawBodies(scope).route({
      method: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
      url: '/x/:id/*',
      config: { streamsBody: true },
      onRequest: async (request, reply) => {
        await admit({ access: 'session', owner: remoteOf(request) }, request, reply);
      },
      handler: async (request, reply) => {
        const id = remoteOf(request);
        const backEnd = await backEnds.find(id);
        if (!backEnd) throw notFound(`${id} has no server of its own.`);
        return pass(request, reply, { id, backEnd, backEnds });
      },
    }),
  );
}

async function pass(
  request: FastifyRequest,
  reply: FastifyReply,
  { id, backEnd, backEnds }: { id: RemoteId; backEnd: BackEnd; backEnds: BackEndsService },
): Promise<FastifyReply> {
  const { principal } = request;
  if (!principal) throw notFound('This address does not exist.');
  const url = targetOf(backEnd, request.raw.url ?? '', id);
  const disconnect = new AbortController();
  reply.raw.once('close', () => disconnect.abort());
  const headers = {
    ...pick(request.headers, SENT),
    authorization: `Bearer ${await backEnds.tokens.sign(principal, id)}`,
    'accept-encoding': 'identity',
    'user-agent': 'CAM',
    'x-request-id': request.id,
    ...traceOf(),
  };
  const body = bodyOf(request);
  const lengths = body && request.headers['content-length'] !== undefined ? { 'content-length': request.headers['content-length'] } : {};
  const { method } = request;
  let answer: IncomingMessage;
  try {
    const { seconds } = backEnd;
    answer = await sendOutbound({ method, url, headers: { ...headers, ...lengths }, body, seconds, signal: disconnect.signal }, backEnds.targets);
  } catch (error) {
    throw failureOf(id, backEnd, error);
  }
  const status = answer.statusCode ?? 502;
  const refusal = refusedAnswer(id, status, Number(answer.headers['content-length'] ?? 0));
  if (refusal) {
    answer.destroy();
    throw refusal;
  }
  // A browser must not keep what belongs to one user.
  reply.code(status).headers({ 'cache-control': 'private, no-store', ...pick(answer.headers, RETURNED) });
  return reply.send(limitedAnswer(answer));
}

/** Returns the trace of the call, so that the team's server can go on with it. While the installation traces nothing, that of the browser passes. */
function traceOf(): Record<string, string> {
  const traceparent = currentTraceparent();
  return traceparent === undefined ? {} : { [TRACEPARENT]: traceparent };
}

/** Returns the remote of an address. @throws ApiError 404 for anything else */
function remoteOf(request: FastifyRequest): RemoteId {
  const { id } = request.params as { id: string };
  if (!isRemoteId(id)) throw notFound('This address does not exist.');
  return id;
}

/** Returns the address below the server's own. @throws ApiError 404 for a path that leads out of it, also if the server would decode it first */
function targetOf({ url }: BackEnd, requested: string, id: RemoteId): URL {
  const base = new URL(url);
  const text = base.href + requested.slice(`/x/${id}/`.length);
  const target = URL.canParse(text) ? new URL(text) : null;
  const isBelow = target?.origin === base.origin && target.pathname.startsWith(base.pathname);
  if (!target || !isBelow || /(^|[/\\])\.\.([/\\]|$)/.test(decoded(target.pathname))) throw notFound('This address does not exist.');
  return target;
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    throw notFound('This address does not exist.');
  }
}

function bodyOf(request: FastifyRequest): Readable | null {
  const { headers, raw } = request;
  const hasBody = headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
  return hasBody ? limitedStream(raw, headers['content-length'], { limit: LARGEST_BODY, pause: PAUSE }) : null;
}

/** Returns the error for an answer that must not reach the browser; null: it may. */
function refusedAnswer(id: RemoteId, status: number, bytes: number): ApiError | null {
  // The browser would take it for the end of its own session.
  if (status === 401)
    return badGateway(
      'BACK_END_REFUSES',
      `The server of ${id} does not accept the identity that CAM sends. Its team must check issuer, audience and keys.`,
    );
  if (status >= 300 && status < 400 && status !== 304)
    return badGateway('BACK_END_REDIRECTS', `The server of ${id} answered with a redirect, which is not followed. Tell its team.`);
  if (bytes > LARGEST_ANSWER) return badGateway('BACK_END_ANSWER', `The answer of the server of ${id} is larger than ${megabytes(LARGEST_ANSWER)}.`);
  return null;
}

function failureOf(id: RemoteId, { seconds }: BackEnd, error: unknown): unknown {
  if (error instanceof ApiError) return error;
  if (error instanceof TooSlow)
    return new ApiError(504, 'BACK_END_TOO_SLOW', `The server of ${id} did not answer within ${seconds} s. Please try again later.`);
  if (error instanceof ForbiddenTarget)
    return badGateway('BACK_END_FORBIDDEN', `The server of ${id} is in a network that the operator does not allow. Tell the operator.`);
  return badGateway('BACK_END_UNREACHABLE', `The server of ${id} cannot be reached. Please try again later.`);
}

/** Breaks an answer off that is larger than announced or has no announced length. */
function limitedAnswer(answer: IncomingMessage): Readable {
  let seen = 0;
  const counted = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      seen += chunk.length;
      if (seen > LARGEST_ANSWER) done(new Error(`the answer exceeds ${megabytes(LARGEST_ANSWER)}`));
      else done(null, chunk);
    },
  });
  answer.once('error', (error) => counted.destroy(error));
  answer.once('aborted', () => counted.destroy(new Error('the server broke its answer off')));
  counted.once('close', () => answer.destroy());
  return answer.pipe(counted);
}

function pick(headers: IncomingMessage['headers'], names: readonly string[]): OutgoingHttpHeaders {
  return Object.fromEntries(names.flatMap((name) => (headers[name] === undefined ? [] : [[name, headers[name]]])));
}

const megabytes = (bytes: number): string => `${Math.round(bytes / 1024 / 1024)} MB`;
