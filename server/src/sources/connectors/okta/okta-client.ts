import { JsonClient } from '../http/json-client';
import type { Transport } from '../http/transport';
import type { Page } from '../staging';

/** The Management API of one Okta org: lists of entries, the next page of which stands in the `Link` header. */
export class OktaClient {
  readonly #client: JsonClient;

  /** @param base address that the API answers below, without `/api/v1` */
  constructor(base: string, token: string, transport: Transport) {
    // A token of Okta does not end by itself: asking for a fresh one changes nothing.
    this.#client = new JsonClient(base, transport, async () => ({ authorization: `SSWS ${token}` }));
  }

  async one<T>(path: string): Promise<T> {
    return (await this.#client.get<T>(`/api/v1/${path}`)).body;
  }

  /**
   * Reads a page of a list.
   * @param next where it begins, as an earlier page told; null: the first
   * @param field under which the entries stand; without it the answer is the list
   */
  async page<T>(path: string, query: Record<string, string>, next: string | null, field?: string): Promise<Page<T>> {
    const { body, headers } = next === null ? await this.#client.get<unknown>(`/api/v1/${path}`, query) : await this.#client.get<unknown>(next);
    const items = (field === undefined ? body : (body as Record<string, unknown>)[field]) as T[];
    const following = nextLink(headers.get('link')) ?? bodyLink(body);
    return { items: Array.isArray(items) ? items : [], next: following === null ? null : this.#client.pathOf(following) };
  }
}

/** The `rel="next"` of a `Link` header (RFC 8288). */
function nextLink(header: string | null): string | null {
  for (const [, address, parameters] of (header ?? '').matchAll(/<([^>]*)>([^<]*)/g)) {
    if (/;\s*rel="?next"?/i.test(parameters ?? '')) return address ?? null;
  }
  return null;
}

/** Calls below `/iam` have it in the answer. */
function bodyLink(body: unknown): string | null {
  const links = (body as { _links?: { next?: { href?: unknown } } } | null)?._links;
  return typeof links?.next?.href === 'string' ? links.next.href : null;
}
