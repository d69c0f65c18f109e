import type { SourceFacts } from '../../engine/source-facts';

/** Maximum number of tenants with identities in memory. */
const MOST = 2;

/** The identities of the AWS accounts that were read, as `identityFacts` returns them, by the uid of the source. */
export type KnownIdentities = Map<string, SourceFacts>;

/**
 * Caches the identities of the AWS accounts of recently built tenants. In an organization, the evaluation of each account needs those of most others. An
 * entry is valid until another process publishes a snapshot.
 */
export class IdentitiesCache {
  readonly #kept = new Map<string, { head: number; known: KnownIdentities }>();

  /** Returns the identities that are known of the snapshot `head`, as a map of the caller's own. */
  at(tenantId: string, head: number): KnownIdentities {
    const kept = this.#kept.get(tenantId);
    return new Map(kept?.head === head ? kept.known : []);
  }

  put(tenantId: string, head: number, known: KnownIdentities): void {
    this.#kept.delete(tenantId);
    this.#kept.set(tenantId, { head, known });
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > MOST && oldest !== undefined) this.#kept.delete(oldest);
  }
}
