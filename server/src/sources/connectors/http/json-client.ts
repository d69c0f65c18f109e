import { faultOf, ProviderError } from './provider-error';
import type { ProviderResponse, ProviderRequest, Transport } from './transport';

/** Returns the authorisation headers. `fresh` is set after a request failed with an expired token. */
export type Authorize = (fresh: boolean) => Promise<Record<string, string>>;

type JsonRequest = Omit<ProviderRequest, 'headers'> & { headers?: Record<string, string> };

export interface JsonResponse<T> {
  body: T;
  headers: Headers;
}

/**
 * Sends JSON requests to one provider API. Every request stays below the base address. From a next-page address in a response, it uses only
 * path and query, never the host.
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

  get<T>(path: string, query: Record<string, string> = {}): Promise<JsonResponse<T>> {
    return this.#send<T>(this.#url(path, query), {});
  }

  post<T>(path: string, body: unknown, query: Record<string, string> = {}): Promise<JsonResponse<T>> {
    return this.#send<T>(this.#url(path, query), { method: 'POST', body: JSON.stringify(body), headers: { 'content-type': 'application/json' } });
  }

  /** Returns path and query of an address from a response, for `get`. */
  pathOf(address: string): string {
    const { pathname, search } = new URL(address, this.#base);
    return `${pathname.slice(basePath(this.#base).length)}${search}`;
  }

  #url(path: string, query: Record<string, string>): URL {
    const url = new URL(`${this.#base.origin}${basePath(this.#base)}${path}`);
    if (url.origin !== this.#base.origin) throw new ProviderError('refused', `${path} is not an address on ${this.#base.host}.`);
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
    return url;
  }

  async #send<T>(url: URL, request: JsonRequest): Promise<JsonResponse<T>> {
    let response = await this.#authorised(url, request, false);
    // The token can expire in transit.
    if (response.status === 401) response = await this.#authorised(url, request, true);
    if (response.status < 200 || response.status > 299) throw errorOf(url, response);
    try {
      return { body: (response.text === '' ? null : JSON.parse(response.text)) as T, headers: response.headers };
    } catch {
      throw new ProviderError('failed', `The response of ${url.host} to ${url.pathname} is not valid JSON.`, response.status);
    }
  }

  async #authorised(url: URL, request: JsonRequest, fresh: boolean): Promise<ProviderResponse> {
    const headers = { accept: 'application/json', ...request.headers, ...(await this.authorize(fresh)) };
    return this.transport.send(url, { ...request, headers });
  }
}

function basePath({ pathname }: URL): string {
  return pathname.replace(/\/$/, '');
}

function errorOf(url: URL, { status, text }: ProviderResponse): ProviderError {
  const { code, message } = errorDetails(text);
  const details = message === '' ? '' : `: ${message}`;
  return new ProviderError(faultOf(status), `${url.host} returned ${status} for ${url.pathname}${details}`, status, code);
}

/** Returns code and message of an error body, in the formats of Okta, Microsoft and Google. */
function errorDetails(text: string): { code: string; message: string } {
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
