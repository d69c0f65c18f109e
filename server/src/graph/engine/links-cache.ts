import type { TenantLinks } from './tenant-links';

/** Maximum number of tenants with links in memory. */
const MOST = 8;

/**
 * Caches the links of recently used tenants, which take long to read and much memory. An entry is valid until another process publishes a snapshot.
 */
export class LinksCache {
  readonly #kept = new Map<string, { head: number; links: TenantLinks }>();
  /** Readings that go on: a build, a trial and a count may begin at the same time. */
  readonly #reading = new Map<string, { head: number; links: Promise<TenantLinks> }>();

  /**
   * Returns a copy of the links at the snapshot `head`, which the caller may change. A build puts it back once its result is stored.
   * @param read reads the links, if they are not kept
   */
  async fork(tenantId: string, head: number, read: () => Promise<TenantLinks>): Promise<TenantLinks> {
    const kept = this.#kept.get(tenantId);
    if (kept?.head === head) return kept.links.fork();
    const links = await this.#read(tenantId, head, read);
    if ((this.#kept.get(tenantId)?.head ?? 0) < head) this.put(tenantId, head, links);
    return links.fork();
  }

  put(tenantId: string, head: number, links: TenantLinks): void {
    this.#kept.set(tenantId, { head, links });
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > MOST && oldest !== undefined) this.#kept.delete(oldest);
  }

  #read(tenantId: string, head: number, read: () => Promise<TenantLinks>): Promise<TenantLinks> {
    const begun = this.#reading.get(tenantId);
    // If the transaction of the first reader fails, each other one reads by itself.
    if (begun?.head === head) return begun.links.catch(read);
    const links = read();
    this.#reading.set(tenantId, { head, links });
    return links.finally(() => {
      if (this.#reading.get(tenantId)?.links === links) this.#reading.delete(tenantId);
    });
  }
}
