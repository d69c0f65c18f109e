import { JsonClient, type Authorize } from '../http/json-client';
import type { Transport } from '../http/transport';
import type { Page } from '../staging';

/** Calls a Microsoft API. Lists are in `value`, with the address of the next page beside them. */
export class ODataClient {
  readonly #client: JsonClient;

  /** @param base address with the version: `https://graph.microsoft.com/v1.0` */
  constructor(base: string, transport: Transport, authorize: Authorize) {
    this.#client = new JsonClient(base, transport, authorize);
  }

  async one<T>(path: string, query: Record<string, string> = {}): Promise<T> {
    return (await this.#client.get<T>(path, query)).body;
  }

  async post<T>(path: string, body: unknown, query: Record<string, string> = {}): Promise<T> {
    return (await this.#client.post<T>(path, body, query)).body;
  }

  /** Reads a page of a list. @param next from the page before, or null for the first page */
  async page<T>(path: string, query: Record<string, string>, next: string | null): Promise<Page<T>> {
    const { body } = await (next === null ? this.#client.get<Record<string, unknown>>(path, query) : this.#client.get<Record<string, unknown>>(next));
    const link = body['@odata.nextLink'] ?? body.nextLink;
    const items = Array.isArray(body.value) ? (body.value as T[]) : [];
    return { items, next: typeof link === 'string' && link !== '' ? this.#client.pathOf(link) : null };
  }
}
