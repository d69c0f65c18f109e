import { currentAccountLimit } from '../../platform/db/account-limit';
import type { Events } from '../../platform/events/events';

/** Lifetime of an entry without a change event, ms. */
const LIFE = 60_000;

/** Default number of entries per tenant. The oldest entry is dropped first. */
const MAX_ENTRIES = 200;

interface Entry {
  value: unknown;
  readAt: number;
}

/** Caches values read from a tenant's graph until the graph changes. */
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

  /**
   * Returns the cached value, or the result of `read`. A value read while the graph changes is not cached. Callers with other limits to accounts have
   * values of their own.
   */
  async get<T>(tenantId: string, wanted: string, read: () => Promise<T>): Promise<T> {
    const key = JSON.stringify([currentAccountLimit(), wanted]);
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
