import { randomUUID } from 'node:crypto';
import fastify, { LogController, type FastifyBaseLogger, type FastifyInstance, type FastifyReply } from 'fastify';
import type { Logger } from 'pino';
import { limitBodyTime } from './body-time';
import { compressResponses } from './compress-responses';
import { ApiError } from './errors';
import { toApiError } from './error-mapper';
import { keepEventStreams } from './event-stream';
import { replaceForwardedHeaders } from './forwarded-headers';
import { dataHeaders, securityHeaders } from './security-headers';
import { traceCalls } from '../telemetry/tracing';
import { TIMEOUTS, type Timeouts } from './timeouts';

/** Largest JSON body, in bytes. Bundles and releases are not JSON bodies: they stream. */
const BODY_LIMIT = 2 * 1024 * 1024;

/** The wait that an answer with status 503 asks for, seconds. A database that restarts takes about as long. */
const RETRY_AFTER = 5;

/** Statuses of refusals by the token, the right, the input or a limit. */
const REFUSED: ReadonlySet<number> = new Set([401, 403, 422, 429]);

/** Interval at which Node looks for connections beyond their time limits, ms. */
const CHECK_INTERVAL = 1000;

export interface AppOptions {
  /** Origin of the console in browsers. */
  publicUrl: string;
  /** Origins of preview builds; normally none. */
  tryOrigins?: readonly string[];
  /** Origins of other products that the console calls. */
  askedOrigins?: readonly string[];
  /** Proxies whose forwarded client address counts. */
  trustedProxies?: readonly string[];
  timeouts?: Timeouts;
  /** Told of every answer. */
  onAnswer?: (answer: { method: string; route: string | undefined; status: number; ms: number }) => void;
}

/** Creates the HTTP server with its error handling, headers and logs. Areas mount their calls on it. */
export function createApp(
  log: Logger,
  { publicUrl, tryOrigins = [], askedOrigins = [], trustedProxies = [], timeouts = TIMEOUTS, onAnswer }: AppOptions,
): FastifyInstance {
  const https = publicUrl.startsWith('https:');
  const ofPages = Object.entries(securityHeaders(https, tryOrigins, askedOrigins));
  const ofData = Object.entries(dataHeaders(https));
  const app = fastify({
    loggerInstance: log as FastifyBaseLogger,
    genReqId: () => randomUUID(),
    bodyLimit: BODY_LIMIT,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: trustedProxies.length > 0 && [...trustedProxies],
    // The stop waits for the requests in flight (stop-serving.ts).
    forceCloseConnections: 'idle',
    keepAliveTimeout: timeouts.idle * 1000,
    requestTimeout: timeouts.upload * 1000,
    http: { headersTimeout: timeouts.headers * 1000, connectionsCheckingInterval: CHECK_INTERVAL },
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 500 },
  });

  traceCalls(app);
  replaceForwardedHeaders(app, publicUrl);
  limitBodyTime(app, timeouts.body * 1000);
  keepEventStreams(app);
  app.removeContentTypeParser('text/plain');
  app.addContentTypeParser('*', (request, _payload, done) => {
    const isEmpty = !request.headers['transfer-encoding'] && !Number(request.headers['content-length'] ?? 0);
    done(isEmpty ? null : new ApiError(415, 'NOT_JSON', 'The body of the request must be JSON (content-type: application/json).'));
  });
  app.addHook('onSend', async (_request, reply) => {
    const isPage = String(reply.getHeader('content-type')).startsWith('text/html');
    for (const [name, value] of isPage ? ofPages : ofData) if (!reply.hasHeader(name)) reply.header(name, value);
    // Opened as a page, data is downloaded instead of shown.
    if (isJson(reply) && !reply.hasHeader('content-disposition')) reply.header('content-disposition', 'attachment; filename="api.json"');
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store');
  });
  compressResponses(app);
  app.addHook('onResponse', async (request, reply) => {
    onAnswer?.({ method: request.method, route: request.routeOptions.url, status: reply.statusCode, ms: reply.elapsedTime });
    const level = reply.statusCode >= 500 ? 'error' : REFUSED.has(reply.statusCode) ? 'info' : 'debug';
    request.log[level](
      {
        method: request.method,
        route: request.routeOptions.url,
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
        tenant: request.principal?.tenantId,
        // The answer is sent outside the context of the call.
        ...(request.span ? { trace_id: request.span.spanContext().traceId } : {}),
        // The log names who was refused, so that an investigation finds all attempts of a user or a client.
        ...(level === 'info' ? { user: request.principal?.email, address: request.ip, reason: request.refusedFor } : {}),
      },
      level === 'info' ? 'request refused' : 'request',
    );
  });

  app.setErrorHandler((error, request, reply) => {
    const apiError = toApiError(error);
    request.refusedFor = apiError?.code;
    if (!apiError) request.log.error({ err: error, route: request.routeOptions.url }, 'unexpected error');
    const known =
      apiError ??
      new ApiError(
        500,
        'INTERNAL',
        'Something went wrong on our side. Please try again. If it happens again, give the support code to your administrator.',
      );
    // Closing the connection while the client still sends its body would break it off before the client reads the answer. Node discards the body instead.
    reply.removeHeader('connection');
    // The headers of a file whose first read failed.
    reply.removeHeader('content-disposition');
    if (!reply.raw.headersSent) reply.raw.removeHeader('content-disposition');
    if (known.status === 401 && !reply.hasHeader('www-authenticate')) reply.header('www-authenticate', 'Bearer');
    if (known.status === 503) reply.header('retry-after', RETRY_AFTER);
    return reply.code(known.status).type('application/json; charset=utf-8').send(known.toBody(request.id));
  });
  return app;
}

function isJson(reply: FastifyReply): boolean {
  return String(reply.getHeader('content-type')).startsWith('application/json');
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Code of the error that the request was answered with. */
    refusedFor?: string;
  }
}

/** Returns the error of an unknown API path: JSON, never the HTML page. */
export function unknownPath(method: string, url: string): ApiError {
  return new ApiError(404, 'UNKNOWN_CALL', `The API has no call ${method} ${url.split('?')[0]}. The list of calls is at /v1/openapi.json.`);
}
