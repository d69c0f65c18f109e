import type { Events } from '../../platform/events/events';

/** How long something is kept where no event says that it changed, ms. */
const LIFE = 60_000;

/** Things of one tenant that are kept at the same time unless said otherwise; the one that was read first goes first. */
const MAX_ENTRIES = 200;

interface Entry {
  value: unknown;
  readAt: number;
}

/** Keeps what is read from a tenant's graph until the graph changes. */
export class TenantCache {
  readonly #byTenant = new Map<string, Map<string, Entry>>();

  constructor(
    events: Pick<Events, 'subscribe'>,
    private readonly kept = MAX_ENTRIES,
    private readonly now: () => number = Date.now,
  ) {
    events.subscribe(({ tenantId, kind }) => {
      if (kind === 'snapshot') this.#byTenant.delete(tenantId);
    });
  }

  /** What was kept under the key, or what `read` gives. What is read while the graph changes is not kept. */
  async get<T>(tenantId: string, key: string, read: () => Promise<T>): Promise<T> {
    const entries = this.#byTenant.get(tenantId) ?? new Map<string, Entry>();
    this.#byTenant.set(tenantId, entries);
    const known = entries.get(key);
    if (known && this.now() - known.readAt < LIFE) return known.value as T;
    const readAt = this.now();
    const value = await read();
    entries.delete(key);
    entries.set(key, { value, readAt });
    const [oldest] = entries.keys();
    if (entries.size > this.kept && oldest !== undefined) entries.delete(oldest);
    return value;
  }
}
