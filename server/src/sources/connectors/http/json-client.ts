import { faultOf, ProviderError } from './provider-error';
import type { ProviderAnswer, ProviderRequest, Transport } from './transport';

/** How a request is authorised; `fresh` after one was refused as expired. */
export type Authorize = (fresh: boolean) => Promise<Record<string, string>>;

type JsonRequest = Omit<ProviderRequest, 'headers'> & { headers?: Record<string, string> };

export interface JsonAnswer<T> {
  body: T;
  headers: Headers;
}

/**
 * Asks one API of a provider in JSON. Everything goes below the base address, also what an answer names as its next page: of such an address the path and
 * the query count, never the host.
 */
export class JsonClient {
  readonly #base: URL;

  constructor(
    base: string,
    private readonly transport: Transport,
    private readonly authorize: Authorize,
  ) {
    this.#base = new URL(base);
  }

  get<T>(path: string, query: Record<string, string> = {}): Promise<JsonAnswer<T>> {
    return this.#send<T>(this.#url(path, query), {});
  }

  post<T>(path: string, body: unknown, query: Record<string, string> = {}): Promise<JsonAnswer<T>> {
    return this.#send<T>(this.#url(path, query), { method: 'POST', body: JSON.stringify(body), headers: { 'content-type': 'application/json' } });
  }

  /** Path and query of an address that an answer gave, to be asked by `get`. */
  pathOf(address: string): string {
    const { pathname, search } = new URL(address, this.#base);
    return `${pathname.slice(basePath(this.#base).length)}${search}`;
  }

  #url(path: string, query: Record<string, string>): URL {
    const url = new URL(`${this.#base.origin}${basePath(this.#base)}${path}`);
    if (url.origin !== this.#base.origin) throw new ProviderError('refused', `${path} is no address of ${this.#base.host}.`);
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
    return url;
  }

  async #send<T>(url: URL, request: JsonRequest): Promise<JsonAnswer<T>> {
    let answer = await this.#authorised(url, request, false);
    // The token may have ended on the way.
    if (answer.status === 401) answer = await this.#authorised(url, request, true);
    if (answer.status < 200 || answer.status > 299) throw errorOf(url, answer);
    try {
      return { body: (answer.text === '' ? null : JSON.parse(answer.text)) as T, headers: answer.headers };
    } catch {
      throw new ProviderError('failed', `What ${url.host} answered for ${url.pathname} is no JSON.`, answer.status);
    }
  }

  async #authorised(url: URL, request: JsonRequest, fresh: boolean): Promise<ProviderAnswer> {
    const headers = { accept: 'application/json', ...request.headers, ...(await this.authorize(fresh)) };
    return this.transport.send(url, { ...request, headers });
  }
}

function basePath({ pathname }: URL): string {
  return pathname.replace(/\/$/, '');
}

function errorOf(url: URL, { status, text }: ProviderAnswer): ProviderError {
  const { code, message } = said(text);
  const words = message === '' ? '' : `: ${message}`;
  return new ProviderError(faultOf(status), `${url.host} answered ${status} for ${url.pathname}${words}`, status, code);
}

/** What an error body says, in the shapes of Okta, Microsoft and Google. */
function said(text: string): { code: string; message: string } {
  let body: Record<string, unknown>;
  try {
    body = (JSON.parse(text) ?? {}) as Record<string, unknown>;
  } catch {
    return { code: '', message: '' };
  }
  const inner = typeof body.error === 'object' && body.error !== null ? (body.error as Record<string, unknown>) : {};
  const first = (...values: unknown[]): string => String(values.find((value) => typeof value === 'string' || typeof value === 'number') ?? '');
  const message = first(body.errorSummary, inner.message, body.error_description, body.message).replace(/\s+/g, ' ').trim();
  return { code: first(body.errorCode, inner.status, inner.code, body.error), message: message.slice(0, 300) };
}
