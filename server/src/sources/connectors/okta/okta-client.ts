import { JsonClient } from '../http/json-client';
import type { Transport } from '../http/transport';
import type { Page } from '../staging';

/** Calls the Management API of one Okta org. Lists name their next page in the `Link` header. @see https://developer.okta.com/docs/api/ */
export class OktaClient {
  readonly #client: JsonClient;

  /** @param base address of the org, without `/api/v1` */
  constructor(base: string, token: string, transport: Transport) {
    // An Okta API token is a constant, so there is no fresh one to request.
    this.#client = new JsonClient(base, transport, async () => ({ authorization: `SSWS ${token}` }));
  }

  async one<T>(path: string): Promise<T> {
    return (await this.#client.get<T>(`/api/v1/${path}`)).body;
  }

  /**
   * Reads a page of a list.
   * @param next from the page before, or null for the first page
   * @param field with the entries; absent if the response is the list
   */
  async page<T>(path: string, query: Record<string, string>, next: string | null, field?: string): Promise<Page<T>> {
    const { body, headers } = next === null ? await this.#client.get<unknown>(`/api/v1/${path}`, query) : await this.#client.get<unknown>(next);
    const items = (field === undefined ? body : (body as Record<string, unknown>)[field]) as T[];
    const following = nextLink(headers.get('link')) ?? bodyLink(body);
    return { items: Array.isArray(items) ? items : [], next: following === null ? null : this.#client.pathOf(following) };
  }
}

/** Returns the `rel="next"` address of a `Link` header (RFC 8288). */
function nextLink(header: string | null): string | null {
  for (const [, address, parameters] of (header ?? '').matchAll(/<([^>]*)>([^<]*)/g)) {
    if (/;\s*rel="?next"?/i.test(parameters ?? '')) return address ?? null;
  }
  return null;
}

/** Returns the next address from the body, where calls below `/iam` have it. */
function bodyLink(body: unknown): string | null {
  const links = (body as { _links?: { next?: { href?: unknown } } } | null)?._links;
  return typeof links?.next?.href === 'string' ? links.next.href : null;
}
