import type { SourceFacts } from '../../engine/source-facts';
import type { OutsidePrincipals } from '../../providers/aws/evaluate/outside-principals';

/** Maximum number of tenants with accounts in memory. */
const MOST = 2;

/** The AWS accounts of a tenant as the evaluation of other accounts sees them, by the uid of the source. */
export interface KnownAccounts {
  /** Their identities, as `identityFacts` returns them. */
  identities: Map<string, SourceFacts>;
  /** The principals of other accounts that their resources and roles may admit. */
  outside: Map<string, OutsidePrincipals>;
}

/**
 * Caches what evaluations need of the AWS accounts of recently built tenants. In an organization, the evaluation of each account needs the identities of most
 * others. An entry is valid until another process publishes a snapshot.
 */
export class KnownAccountsCache {
  readonly #kept = new Map<string, { head: number; known: KnownAccounts }>();

  /** Returns what is known of the snapshot `head`, in maps of the caller's own. */
  at(tenantId: string, head: number): KnownAccounts {
    const kept = this.#kept.get(tenantId);
    const known = kept?.head === head ? kept.known : undefined;
    return { identities: new Map(known?.identities), outside: new Map(known?.outside) };
  }

  /**
   * Adds what was read of the snapshot `head`, unless a newer one is known.
   * @param except the uids of sources about which the maps say something else
   */
  add(tenantId: string, head: number, { identities, outside }: KnownAccounts, except: readonly string[]): void {
    const kept = this.#kept.get(tenantId);
    if (kept && kept.head > head) return;
    const known = this.at(tenantId, head);
    for (const [uid, facts] of identities) if (!except.includes(uid)) known.identities.set(uid, facts);
    for (const [uid, admits] of outside) if (!except.includes(uid)) known.outside.set(uid, admits);
    this.put(tenantId, head, known);
  }

  put(tenantId: string, head: number, known: KnownAccounts): void {
    this.#kept.delete(tenantId);
    this.#kept.set(tenantId, { head, known });
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > MOST && oldest !== undefined) this.#kept.delete(oldest);
  }
}
