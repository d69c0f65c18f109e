import { setTimeout as sleep } from 'node:timers/promises';
import { withEnding } from '../../../platform/async/linked-abort';
import { askedWait } from '../../../platform/http/retry-after';
import { Limiter } from './limiter';
import { ProviderError } from './provider-error';

export interface TransportOptions {
  /** Stops what waits and what is under way. */
  signal: AbortSignal;
  /** Requests at once. */
  concurrency?: number;
  /** Of one request, ms. */
  timeout?: number;
  /** For tests: how to wait. */
  wait?: (ms: number, signal: AbortSignal) => Promise<void>;
  /** Whether an answer with another status than 429 puts the request off; absent: none does. */
  putsOff?: (answer: ProviderAnswer) => boolean;
}

export interface ProviderRequest {
  method?: 'GET' | 'POST' | 'PUT';
  /** Where they tell the time of the request: how to make them for each try. */
  headers?: Record<string, string> | (() => Record<string, string>);
  body?: string;
  /** Of something on this machine, which answers at once or not at all: tries where it fails, and time of each, ms. */
  tries?: number;
  timeout?: number;
}

export interface ProviderAnswer {
  status: number;
  headers: Headers;
  bytes: Buffer;
  /** The bytes, as UTF-8. */
  readonly text: string;
}

const CONCURRENCY = 6;
const TIMEOUT = 60_000;
/** Tries of a request that fails by itself: a hung-up connection, no answer in time, a 5xx. */
const TRIES = 5;
/** Tries of a request that the provider puts off: it says when to come again. */
const THROTTLED_TRIES = 20;
const FIRST_WAIT = 500;
/** Of one answer, bytes: no page of a provider is near it. */
const LARGEST = 128 * 1024 * 1024;

/**
 * Sends requests that only read, a bounded number at once. Waits and asks again where the provider throttles or fails; follows no redirect, so that a
 * credential never goes to another host than the one that was asked. A status below 500 other than 408 and 429 is an answer.
 */
export class Transport {
  readonly #limiter: Limiter;

  constructor(private readonly options: TransportOptions) {
    this.#limiter = new Limiter(options.concurrency ?? CONCURRENCY);
  }

  /** Waits as between two tries. */
  pause(ms: number): Promise<void> {
    const { signal, wait = pause } = this.options;
    return wait(ms, signal);
  }

  /** Throws a ProviderError `failed` where no try gave an answer, or the reason of the signal. */
  send(url: URL, request: ProviderRequest): Promise<ProviderAnswer> {
    return this.#limiter.run(() => this.#try(url, request));
  }

  async #try(url: URL, request: ProviderRequest): Promise<ProviderAnswer> {
    const { signal, wait = pause, putsOff } = this.options;
    let failures = 0;
    let throttled = 0;
    for (;;) {
      signal.throwIfAborted();
      const answer = await this.#once(url, request);
      const isThrottled = !(answer instanceof Error) && (answer.status === 429 || (putsOff?.(answer) ?? false));
      if (!(answer instanceof Error) && !isThrottled && answer.status < 500 && answer.status !== 408) return answer;
      if (isThrottled) throttled += 1;
      else failures += 1;
      if (failures >= (request.tries ?? TRIES) || throttled >= THROTTLED_TRIES) throw givenUp(url, answer, isThrottled);
      const asked = answer instanceof Error ? null : askedWait(answer.headers, Date.now());
      await wait(asked ?? FIRST_WAIT * 2 ** Math.min(failures + throttled - 1, 6) * (0.5 + Math.random()), signal);
    }
  }

  #once(url: URL, { method = 'GET', headers, body, ...own }: ProviderRequest): Promise<ProviderAnswer | Error> {
    const { signal } = this.options;
    const timeout = own.timeout ?? this.options.timeout ?? TIMEOUT;
    return withEnding(signal, async (ending) => {
      let isLate = false;
      const limit = setTimeout(() => {
        isLate = true;
        ending.abort();
      }, timeout);
      try {
        const sent = typeof headers === 'function' ? headers() : headers;
        const response = await fetch(url, { method, headers: sent, body, redirect: 'manual', signal: ending.signal });
        const bytes = await boundedBytes(response);
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
        if (isLate) return new Error(`gave no answer within ${Math.round(timeout / 1000)} s`);
        return new Error('hung up, or could not be reached', { cause: codeOf(error) });
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
    if (bytes > LARGEST) throw new ProviderError('refused', 'The provider sent more than 128 MB in one answer.');
    chunks.push(chunk as Uint8Array);
  }
  return Buffer.concat(chunks);
}

function givenUp(url: URL, last: ProviderAnswer | Error, isThrottled: boolean): ProviderError {
  if (last instanceof Error)
    return new ProviderError('failed', `${url.host} ${last.message}, ${TRIES} times in a row.`, null, String(last.cause ?? ''));
  if (isThrottled)
    return new ProviderError('failed', `${url.host} put us off ${THROTTLED_TRIES} times in a row. Others use up its limit.`, last.status);
  return new ProviderError('failed', `${url.host} answered ${last.status}, ${TRIES} times in a row.`, last.status);
}

/** Why a request could not be sent, as the system calls it: `ENOTFOUND` where a host has no address. */
function codeOf(error: unknown): string {
  const { code } = ((error as Error).cause ?? {}) as { code?: unknown };
  return typeof code === 'string' ? code : '';
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return sleep(ms, undefined, { signal });
}
