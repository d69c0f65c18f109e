import type { TenantLinks } from './tenant-links';

/** Maximum number of tenants with links in memory. */
const MOST = 8;

/**
 * Caches the links of recently built tenants, so that an import need not read them again. An entry is valid until another process publishes a
 * snapshot.
 */
export class LinksCache {
  readonly #kept = new Map<string, { head: number; links: TenantLinks }>();

  /** Removes the links from the cache and returns them. The caller changes them and puts them back once the result is stored. */
  async take(tenantId: string, head: number, read: () => Promise<TenantLinks>): Promise<TenantLinks> {
    const kept = this.#kept.get(tenantId);
    this.#kept.delete(tenantId);
    return kept?.head === head ? kept.links : read();
  }

  /** Returns a copy of the links, which the caller may change. Links that had to be read are kept. */
  async fork(tenantId: string, head: number, read: () => Promise<TenantLinks>): Promise<TenantLinks> {
    const kept = this.#kept.get(tenantId);
    if (kept?.head === head) return kept.links.fork();
    const links = await read();
    if ((this.#kept.get(tenantId)?.head ?? 0) < head) this.put(tenantId, head, links);
    return links.fork();
  }

  put(tenantId: string, head: number, links: TenantLinks): void {
    this.#kept.set(tenantId, { head, links });
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > MOST && oldest !== undefined) this.#kept.delete(oldest);
  }
}
