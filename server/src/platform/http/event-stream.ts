import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Principal } from './principal';

/** What a handler of an event stream answers: it has taken over the raw response. */
export const HIJACKED = Symbol('hijacked');

/** Sends one event; data is written as JSON. */
export type SendEvent = (event: string, data: unknown) => void;

/** Proxies close a silent connection after a minute, so something is said before (ms). */
const KEEP_ALIVE = 20_000;

/** Node's timers hold no more than 2^31-1 ms. */
const LONGEST_TIMER = 2 ** 31 - 1;

/**
 * Answers with server-sent events. `open` gets the function that sends and gives back what ends the subscription; it is called when
 * the reader leaves, or when the reader's token ends: the console comes back with a fresh one.
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
  const close = open((event, data) => raw.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`));
  const keepAlive = setInterval(() => raw.write(': still here\n\n'), KEEP_ALIVE);
  const life = setTimeout(() => raw.end(), Math.min(Math.max(principal.expiresAt - Date.now(), 0), LONGEST_TIMER));
  raw.once('close', () => {
    clearInterval(keepAlive);
    clearTimeout(life);
    close();
    request.log.debug('event stream ended');
  });
  return HIJACKED;
}
