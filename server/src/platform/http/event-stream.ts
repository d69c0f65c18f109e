import type { ServerResponse } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Principal } from './principal';

/** The result of an event stream's handler: it has taken over the raw response. */
export const HIJACKED = Symbol('hijacked');

/** Sends one event; data is written as JSON. A reader that reconnects names the last `id` in `Last-Event-ID`. */
export type SendEvent = (event: string, data: unknown, id?: string) => void;

/** Interval of the keep-alive comments, ms: proxies close a silent connection after a minute. */
const KEEP_ALIVE = 20_000;

/** The longest delay of Node's timers, ms. */
const LONGEST_TIMER = 2 ** 31 - 1;

/** Ends the event streams of a server that stops; the console reconnects to the next one. */
export function keepEventStreams(app: FastifyInstance): void {
  app.decorate('eventStreams', new Set<ServerResponse>());
  app.addHook('preClose', async () => {
    for (const stream of app.eventStreams) stream.end();
  });
}

declare module 'fastify' {
  interface FastifyInstance {
    /** The open event streams. */
    eventStreams: Set<ServerResponse>;
  }
}

/**
 * Answers with server-sent events until the reader disconnects, or its token expires or is revoked. The console then reconnects with a fresh token.
 * @param open receives the function that sends events, and returns the function that ends the subscription
 */
export function sendEventStream(
  { request, reply, principal }: { request: FastifyRequest; reply: FastifyReply; principal: Principal },
  open: (send: SendEvent) => () => void,
): typeof HIJACKED {
  reply.hijack();
  const { raw } = reply;
  for (const [name, value] of Object.entries(reply.getHeaders())) if (value !== undefined) raw.setHeader(name, value);
  raw.writeHead(200, {
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'x-accel-buffering': 'no',
  });
  raw.write(': open\n\n');
  const close = open((event, data, id) => raw.write(`${id === undefined ? '' : `id: ${id}\n`}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`));
  const keepAlive = setInterval(() => raw.write(': still here\n\n'), KEEP_ALIVE);
  const life = setTimeout(() => raw.end(), Math.min(Math.max(principal.expiresAt - Date.now(), 0), LONGEST_TIMER));
  const unwatch = principal.whenRevoked?.(() => raw.end());
  const { eventStreams } = request.server;
  eventStreams.add(raw);
  raw.once('close', () => {
    unwatch?.();
    eventStreams.delete(raw);
    clearInterval(keepAlive);
    clearTimeout(life);
    close();
    request.log.debug('event stream ended');
  });
  return HIJACKED;
}
