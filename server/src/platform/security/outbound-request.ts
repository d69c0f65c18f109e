import http from 'node:http';
import https from 'node:https';
import type { Readable } from 'node:stream';
import { ForbiddenTarget, lookupOf, type OutboundTargets } from './outbound-targets';

/** Connections stay open between calls, so that a call needs no new handshake. */
const AGENTS = { 'http:': new http.Agent({ keepAlive: true }), 'https:': new https.Agent({ keepAlive: true }) } as const;

/** The server did not answer in time. */
export class TooSlow extends Error {}

export interface OutboundRequest {
  method: string;
  url: URL;
  headers: http.OutgoingHttpHeaders;
  /** Null: no body. A buffer: a message that the receiver recognizes if it comes twice. */
  body: Readable | Buffer | null;
  /** Longest time until the first byte, and longest pause after it, s. */
  seconds: number;
  signal: AbortSignal;
}

/**
 * Sends a request to the server, and returns its answer as soon as the headers are there. It follows no redirect and connects to an address
 * that was checked, so nothing goes anywhere that the operator did not choose.
 * @throws TooSlow, ForbiddenTarget, the error of a body that breaks off, or that of the connection
 */
export async function sendOutbound(request: OutboundRequest, targets: OutboundTargets): Promise<http.IncomingMessage> {
  const { url } = request;
  const [address] = await targets.reachable(url.hostname);
  // The operator may have withdrawn a network since the address was chosen.
  if (url.protocol === 'http:' && !(await targets.isTrusted(address))) throw new ForbiddenTarget();
  return send(request, address);
}

function send(request: OutboundRequest, address: string): Promise<http.IncomingMessage> {
  const { url, method, body } = request;
  const protocol = url.protocol as keyof typeof AGENTS;
  const isRepeatable = Buffer.isBuffer(body) || (body === null && method === 'GET');
  return new Promise((resolve, reject) => {
    const sent = (protocol === 'http:' ? http : https).request(url, {
      method,
      headers: request.headers,
      agent: AGENTS[protocol],
      lookup: lookupOf(address),
      signal: request.signal,
    });
    sent.setTimeout(request.seconds * 1000, () => sent.destroy(new TooSlow()));
    sent.once('response', resolve);
    // Also after the answer began: an error without a listener would end the process. The answer breaks off by itself.
    sent.on('error', (error: NodeJS.ErrnoException) => {
      // The server may close an idle connection while a request is on its way to it.
      if (isRepeatable && sent.reusedSocket && error.code === 'ECONNRESET') resolve(send(request, address));
      else reject(error);
    });
    if (body === null || Buffer.isBuffer(body)) return void sent.end(body);
    body.on('error', (error) => {
      reject(error);
      sent.destroy();
    });
    body.pipe(sent);
  });
}
