import type { ProviderEndpoints } from '../endpoints';
import { JsonClient, type Authorize } from '../http/json-client';
import type { Transport } from '../http/transport';
import type { Page } from '../staging';

/** Calls the Google Cloud APIs, each at its own address. */
export class GoogleApis {
  readonly #clients = new Map<string, JsonClient>();

  constructor(
    private readonly endpoints: ProviderEndpoints,
    private readonly transport: Transport,
    private readonly authorize: Authorize,
  ) {}

  async one<T>(service: string, path: string, query: Record<string, string> = {}): Promise<T> {
    return (await this.#client(service).get<T>(path, query)).body;
  }

  async post<T>(service: string, path: string, body: unknown): Promise<T> {
    return (await this.#client(service).post<T>(path, body)).body;
  }

  /** Reads a page of a list. @param field with the entries; an empty list omits it */
  async page<T>(service: string, path: string, query: Record<string, string>, field: string, next: string | null): Promise<Page<T>> {
    return pageOf(await this.one(service, path, next === null ? query : { ...query, pageToken: next }), field);
  }

  async postPage<T>(service: string, path: string, body: Record<string, unknown>, field: string, next: string | null): Promise<Page<T>> {
    return pageOf(await this.post(service, path, next === null ? body : { ...body, pageToken: next }), field);
  }

  #client(service: string): JsonClient {
    const known = this.#clients.get(service) ?? new JsonClient(this.endpoints.google(service), this.transport, this.authorize);
    this.#clients.set(service, known);
    return known;
  }
}

function pageOf<T>(answer: Record<string, unknown>, field: string): Page<T> {
  const { [field]: items, nextPageToken: next } = answer;
  return { items: Array.isArray(items) ? (items as T[]) : [], next: typeof next === 'string' && next !== '' ? next : null };
}
