import { setTimeout as sleep } from 'node:timers/promises';
import { withLinkedAbort } from '../../../platform/async/linked-abort';
import { requestedWait } from '../../../platform/http/retry-after';
import { Limiter } from '../../../platform/async/limiter';
import { inChildSpan } from '../../../platform/telemetry/tracing';
import { ProviderError } from './provider-error';

export interface TransportOptions {
  /** Ends waiting and running requests. */
  signal: AbortSignal;
  /** Parallel requests. */
  concurrency?: number;
  /** Time limit per attempt, ms. */
  timeout?: number;
  /** Replaces the wait between attempts in tests. */
  wait?: (ms: number, signal: AbortSignal) => Promise<void>;
  /** Returns whether a response throttles the request although its status is not 429. Absent: none does. */
  isThrottled?: (answer: ProviderResponse) => boolean;
}

export interface ProviderRequest {
  method?: 'GET' | 'POST' | 'PUT';
  /** A function if the headers depend on the time of each attempt. */
  headers?: Record<string, string> | (() => Record<string, string>);
  body?: string;
  /** Attempts, and time limit of each, ms. For services on the same machine, which respond at once or never. */
  tries?: number;
  timeout?: number;
}

export interface ProviderResponse {
  status: number;
  headers: Headers;
  bytes: Buffer;
  /** The bytes as UTF-8. */
  readonly text: string;
}

const CONCURRENCY = 6;
const TIMEOUT = 60_000;
/** Attempts of a request that fails: connection closed, timeout, 5xx. */
const TRIES = 5;
/** Attempts of a throttled request. The provider says when to retry. */
const THROTTLED_TRIES = 20;
const FIRST_WAIT = 500;
/** Largest response, bytes. No page of a provider comes near it. */
const LARGEST = 128 * 1024 * 1024;

/**
 * Sends read requests with bounded parallelism and retries throttled and failed ones. Follows no redirects, so that a credential never reaches
 * another host. Any status below 500 except 408 and 429 is returned as a response.
 */
export class Transport {
  readonly #limiter: Limiter;

  constructor(private readonly options: TransportOptions) {
    this.#limiter = new Limiter(options.concurrency ?? CONCURRENCY);
  }

  /** Waits as between two attempts. */
  pause(ms: number): Promise<void> {
    const { signal, wait = pause } = this.options;
    return wait(ms, signal);
  }

  /** Sends a request. Throws a ProviderError `failed` if every attempt failed, or the reason of the signal. */
  send(url: URL, request: ProviderRequest): Promise<ProviderResponse> {
    return this.#limiter.run(() => this.#try(url, request));
  }

  async #try(url: URL, request: ProviderRequest): Promise<ProviderResponse> {
    const { signal, wait = pause, isThrottled: isThrottlingResponse } = this.options;
    let failures = 0;
    let throttled = 0;
    for (;;) {
      signal.throwIfAborted();
      const answer = await this.#once(url, request);
      const isThrottled = !(answer instanceof Error) && (answer.status === 429 || (isThrottlingResponse?.(answer) ?? false));
      if (!(answer instanceof Error) && !isThrottled && answer.status < 500 && answer.status !== 408) return answer;
      if (isThrottled) throttled += 1;
      else failures += 1;
      if (failures >= (request.tries ?? TRIES) || throttled >= THROTTLED_TRIES) throw retriesExhausted(url, answer, isThrottled);
      const retryAfter = answer instanceof Error ? null : requestedWait(answer.headers, Date.now());
      await wait(retryAfter ?? FIRST_WAIT * 2 ** Math.min(failures + throttled - 1, 6) * (0.5 + Math.random()), signal);
    }
  }

  #once(url: URL, { method = 'GET', headers, body, ...own }: ProviderRequest): Promise<ProviderResponse | Error> {
    const { signal } = this.options;
    const timeout = own.timeout ?? this.options.timeout ?? TIMEOUT;
    return withLinkedAbort(signal, async (ending) => {
      let isLate = false;
      const limit = setTimeout(() => {
        isLate = true;
        ending.abort();
      }, timeout);
      try {
        const sent = typeof headers === 'function' ? headers() : headers;
        const [response, bytes] = await inChildSpan(`${method} ${url.hostname}`, { 'server.address': url.hostname }, async () => {
          const answer = await fetch(url, { method, headers: sent, body, redirect: 'manual', signal: ending.signal });
          return [answer, await boundedBytes(answer)] as const;
        });
        return {
          status: response.status,
          headers: response.headers,
          bytes,
          get text() {
            return bytes.toString('utf8');
          },
        };
      } catch (error) {
        signal.throwIfAborted();
        if (error instanceof ProviderError) throw error;
        if (isLate) return new Error(`did not respond within ${Math.round(timeout / 1000)} seconds`);
        return new Error('closed the connection or could not be reached', { cause: codeOf(error) });
      } finally {
        clearTimeout(limit);
      }
    });
  }
}

async function boundedBytes(response: Response): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += (chunk as Uint8Array).length;
    if (bytes > LARGEST) throw new ProviderError('refused', 'The provider sent a response larger than 128 MB.');
    chunks.push(chunk as Uint8Array);
  }
  return Buffer.concat(chunks);
}

function retriesExhausted(url: URL, last: ProviderResponse | Error, isThrottled: boolean): ProviderError {
  if (last instanceof Error) return new ProviderError('failed', `${url.host} ${last.message} in ${TRIES} attempts.`, null, String(last.cause ?? ''));
  if (isThrottled)
    return new ProviderError('failed', `${url.host} throttled ${THROTTLED_TRIES} attempts. Other clients use up its rate limit.`, last.status);
  return new ProviderError('failed', `${url.host} returned ${last.status} in ${TRIES} attempts.`, last.status);
}

/** Returns the system's error code for a request that could not be sent: `ENOTFOUND` if the host has no address. */
function codeOf(error: unknown): string {
  const { code } = ((error as Error).cause ?? {}) as { code?: unknown };
  return typeof code === 'string' ? code : '';
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return sleep(ms, undefined, { signal });
}
