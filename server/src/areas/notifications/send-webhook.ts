import http from 'node:http';
import https from 'node:https';
import { isIPv6, type LookupFunction } from 'node:net';
import { retryAfter } from '../../platform/http/retry-after';
import { ForbiddenTarget, type OutboundTargets } from '../../platform/security/outbound-targets';
import type { ChatMessage } from './compose';
import { reasonOf, type Outcome } from './outcome';

/** The whole exchange, ms. */
const LIMIT = 8000;

/** Answers that say that it may go another time; all of 5xx does too. */
const LATER = [408, 425, 429];

/**
 * Posts a message to a chat service. Redirects are not followed and the address is connected to that was checked, so nothing is ever
 * sent to where the tenant's settings do not point. What is answered is not read.
 */
export async function sendWebhook(url: string, message: ChatMessage, id: string, targets: OutboundTargets, limit = LIMIT): Promise<Outcome> {
  const { hostname, protocol } = new URL(url);
  const signal = AbortSignal.timeout(limit);
  try {
    const isPlain = protocol === 'http:';
    const [address] = await targets.reachable(hostname);
    // The operator may have taken a network back since the settings were saved. Asked of the address itself: the name may lead elsewhere by now.
    if (isPlain && !(await targets.isTrusted(address))) throw new ForbiddenTarget();
    const { status, headers } = await post(isPlain ? http : https, url, address, JSON.stringify(message), id, signal);
    return outcomeOf(status, headers['retry-after']);
  } catch (error) {
    if (error instanceof ForbiddenTarget) return { sent: false, later: false, message: 'Private and link-local addresses are refused' };
    return { sent: false, later: true, message: reasonOf(signal.aborted ? signal.reason : error) };
  }
}

function outcomeOf(status: number, wait: string | undefined): Outcome {
  if (status >= 200 && status < 300) return { sent: true };
  if (status >= 300 && status < 400) return { sent: false, later: false, message: `It answered ${status}: redirects are not followed` };
  const later = status >= 500 || LATER.includes(status);
  return { sent: false, later, message: `It answered ${status}`, ...(later ? { wait: retryAfter(wait ?? null, Date.now()) ?? undefined } : {}) };
}

interface Answer {
  status: number;
  headers: http.IncomingHttpHeaders;
}

function post(client: typeof http | typeof https, url: string, address: string, body: string, id: string, signal: AbortSignal): Promise<Answer> {
  const toChecked: LookupFunction = (_host, options, done) =>
    options.all ? done(null, [{ address, family: isIPv6(address) ? 6 : 4 }]) : done(null, address, isIPv6(address) ? 6 : 4);
  return new Promise((resolve, reject) => {
    const request = client.request(url, {
      method: 'POST',
      agent: false,
      lookup: toChecked,
      signal,
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'content-length': Buffer.byteLength(body),
        'user-agent': 'CAM',
        // The same at every try, so a receiver can tell a message that it has already.
        'idempotency-key': id,
      },
    });
    request.once('response', (response) => {
      resolve({ status: response.statusCode ?? 0, headers: response.headers });
      response.destroy();
    });
    request.once('error', reject);
    request.end(body);
  });
}
