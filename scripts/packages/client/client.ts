import { PARTIAL_RESULTS_HEADER, readPartialReasons, type Api, type EndpointKey, type ErrorBody, type PartialReason } from '@cam/contracts';
import { fillPath, queryString } from '../../../shared/platform/src/http/request-url';
import { CamRefusal, CamUnreachable } from './failure';
import { OPERATIONS, type OperationName } from './operations';

type Needed<P extends 'path' | 'query' | 'body', V> = object extends V ? { [X in P]?: V } : { [X in P]: V };

/** Path, query and body of a call. Each is required only if the API has required fields in it. */
export type CallArgs<K extends EndpointKey> = Needed<'path', Api[K]['path']> & Needed<'query', Api[K]['query']> & Needed<'body', Api[K]['body']>;

export interface CallOptions {
  signal?: AbortSignal;
  /** A file as the body, for calls that take one. */
  file?: { content: Uint8Array | string | Blob; type: string };
}

export interface ClientOptions {
  /** The address of the console, such as `https://cam.company.example`. */
  url: string;
  /** An API token (`cam_...`), or a function that returns the current one. */
  token: string | (() => string | Promise<string>);
  /** The longest time of one attempt, ms; 60,000 by default. */
  timeout?: number;
  /**
   * How often a call is sent, at most; 4 by default. A call is sent again when there were too many calls (status 429), and a GET also when CAM is not ready
   * (status 503) or nothing answers.
   */
  attempts?: number;
  /** Receives the reasons why an answer is partial. */
  onPartial?: (call: string, reasons: readonly PartialReason[]) => void;
  /** In place of the global `fetch`, for proxies and tests. */
  fetch?: (url: string, init: RequestInit) => Promise<Response>;
}

/** Makes one call by its name in the API document. */
type Operation<K extends EndpointKey> = (
  ...args: object extends CallArgs<K> ? [args?: CallArgs<K>, options?: CallOptions] : [args: CallArgs<K>, options?: CallOptions]
) => Promise<Api[K]['answer']>;

/** Calls the API of one installation with one token. */
export type CamClient = { readonly [N in OperationName]: Operation<(typeof OPERATIONS)[N]> } & {
  /** Makes one call by its method and path, such as `GET /v1/tenants`. */
  call: <K extends EndpointKey>(key: K, args: CallArgs<K>, options?: CallOptions) => Promise<Api[K]['answer']>;
};

const DEFAULTS = { timeout: 60_000, attempts: 4 };

/** The wait before a call is sent again where CAM names none, ms: doubled each time. */
const FIRST_WAIT = 500;

/**
 * Returns a client with a function for each call that an API token may make.
 *
 * Each returns the answer as the API reference describes it: JSON as an object, a file as a Blob, nothing as undefined.
 * @throws CamRefusal if CAM refuses a call; CamUnreachable if nothing answers; the reason of the signal after an abort
 */
export function createClient(options: ClientOptions): CamClient {
  const sender = new Sender(options);
  const call = (key: string, args: object = {}, own: CallOptions = {}): Promise<never> => sender.send(key, args, own) as Promise<never>;
  const operations = Object.entries(OPERATIONS).map(([name, key]) => [name, (args?: object, own?: CallOptions) => call(key, args, own)]);
  return Object.assign(Object.fromEntries(operations), { call }) as CamClient;
}

interface Values {
  path?: Record<string, unknown>;
  query?: Record<string, unknown>;
  body?: unknown;
}

/** Sends one call until it is answered. */
class Sender {
  readonly #url: string;

  constructor(private readonly options: ClientOptions) {
    this.#url = options.url.replace(/\/+$/, '');
  }

  async send(key: string, { path: pathValues, query = {}, body }: Values, { signal, file }: CallOptions): Promise<unknown> {
    const { method, path } = fillPath(key, pathValues);
    const address = this.#url + path + queryString(query);
    const content = file
      ? { body: file.content as BodyInit, type: file.type }
      : body === undefined
        ? null
        : { body: JSON.stringify(body), type: 'application/json' };
    const { attempts = DEFAULTS.attempts } = this.options;
    for (let attempt = 1; ; attempt++) {
      const isLast = attempt >= attempts;
      const isRead = method === 'GET';
      const outcome = await this.#try(key, address, method, content, signal, isLast || !isRead);
      const isAgain = outcome === null || outcome.status === 429 || (isRead && outcome.status === 503);
      if (outcome && (!isAgain || isLast)) return this.#answerOf(key, outcome);
      // The body of an unused answer would keep its connection.
      await outcome?.body?.cancel();
      await pause(waitOf(outcome, attempt), signal);
    }
  }

  /** Returns the response; null if nothing answered and the call may be sent again. */
  async #try(
    key: string,
    address: string,
    method: string,
    content: { body: BodyInit; type: string } | null,
    signal: AbortSignal | undefined,
    isLast: boolean,
  ): Promise<Response | null> {
    const { token, timeout = DEFAULTS.timeout, fetch: send = fetch } = this.options;
    const authorization = `Bearer ${typeof token === 'string' ? token : await token()}`;
    const headers = { accept: 'application/json, */*', authorization, ...(content ? { 'content-type': content.type } : {}) };
    const limit = AbortSignal.timeout(timeout);
    try {
      return await send(address, { method, headers, body: content?.body, signal: signal ? AbortSignal.any([signal, limit]) : limit });
    } catch (error) {
      signal?.throwIfAborted();
      if (isLast) throw new CamUnreachable(key, this.#url, error);
      return null;
    }
  }

  async #answerOf(key: string, response: Response): Promise<unknown> {
    const isJson = /^application\/(?:.+\+)?json\b/.test(response.headers.get('content-type') ?? '');
    if (!response.ok) throw new CamRefusal(key, response.status, isJson ? ((await response.json()) as ErrorBody) : null);
    const reasons = readPartialReasons(response.headers.get(PARTIAL_RESULTS_HEADER));
    if (reasons.length > 0) this.options.onPartial?.(key, reasons);
    if (response.status === 204) return undefined;
    return isJson ? response.json() : response.blob();
  }
}

/** The wait before the next attempt, ms. */
function waitOf(response: Response | null, attempt: number): number {
  const seconds = Number(response?.headers.get('retry-after') ?? Number.NaN);
  return Number.isFinite(seconds) ? seconds * 1000 : FIRST_WAIT * 2 ** (attempt - 1);
}

function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    signal?.addEventListener(
      'abort',
      () => {
        clearTimeout(timer);
        reject(signal.reason as Error);
      },
      { once: true },
    );
  });
}
