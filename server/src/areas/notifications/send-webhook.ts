import http from 'node:http';
import https from 'node:https';
import { isIPv6, type LookupFunction } from 'node:net';
import { retryAfter } from '../../platform/http/retry-after';
import { ForbiddenTarget, type OutboundTargets } from '../../platform/security/outbound-targets';
import type { ChatMessage } from './compose';
import { reasonOf, type Outcome } from './outcome';

/** Time limit of the whole exchange, ms. */
const LIMIT = 8000;

/** Statuses that allow another attempt; all 5xx do too. */
const LATER = [408, 425, 429];

/**
 * Posts a message to a chat service. It follows no redirects and connects to the checked address, so nothing goes anywhere that the tenant's settings
 * do not name. It does not read the response body.
 */
export async function sendWebhook(url: string, message: ChatMessage, id: string, targets: OutboundTargets, limit = LIMIT): Promise<Outcome> {
  const { hostname, protocol } = new URL(url);
  const signal = AbortSignal.timeout(limit);
  try {
    const isPlain = protocol === 'http:';
    const [address] = await targets.reachable(hostname);
    // The operator may have withdrawn a network since the settings were saved. Check the address itself, because the name may have changed.
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
        // Constant over all attempts, so that the receiver can recognize duplicates.
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
