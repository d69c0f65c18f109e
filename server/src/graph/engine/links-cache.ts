import type { TenantLinks } from './tenant-links';

/** Tenants whose links are kept in memory. */
const MOST = 8;

/**
 * Keeps the links of the tenants that were built last, so that an import does not read them all again. They are good as long as no other
 * process has published a snapshot since.
 */
export class LinksCache {
  readonly #kept = new Map<string, { head: number; links: TenantLinks }>();

  /** Takes the links out: whoever changes them puts them back once what they stand for is stored. */
  async take(tenantId: string, head: number, read: () => Promise<TenantLinks>): Promise<TenantLinks> {
    const kept = this.#kept.get(tenantId);
    this.#kept.delete(tenantId);
    return kept?.head === head ? kept.links : read();
  }

  put(tenantId: string, head: number, links: TenantLinks): void {
    this.#kept.set(tenantId, { head, links });
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > MOST && oldest !== undefined) this.#kept.delete(oldest);
  }
}
