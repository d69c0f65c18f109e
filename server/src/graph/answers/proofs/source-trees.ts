import { estateDigest, type FactsTree, type Leaf, type ProofSource } from '@cam/checker';
import type { Tx } from '../../../platform/db/database';
import { conflict } from '../../../platform/http/errors';
import { policyKeys } from '../../engine/fact-leaves';
import type { PolicyFact, SourceFacts } from '../../engine/source-facts';
import { factsTree, readManifestsAt, readNewestManifests, type StoredManifest } from '../../store/manifests';
import { readFacts } from '../../store/read-facts';
import { readSources, readSourcesAt, type GraphSource } from '../../store/read-sources';
import { readHead } from '../../store/snapshot-writer';
import type { Moment } from '../../store/validity';

/** A source as its newest manifest describes it. */
export interface SourceTree {
  source: GraphSource;
  manifest: StoredManifest;
  facts: SourceFacts;
  leaves: readonly Leaf[];
  tree: FactsTree;
  /** Places of the leaves by native id. */
  indexOf: ReadonlyMap<string, number>;
  /** The policies that the leaf of a native id lists. */
  policiesOf: ReadonlyMap<string, readonly PolicyFact[]>;
}

/** Sources that were read, by a text that names the tenant, the snapshot and the manifest. */
export interface ReadTrees {
  get(key: string): SourceTree | undefined;
  set(key: string, tree: SourceTree): unknown;
}

/** The sources of a tenant at a snapshot, each read and hashed when it is needed. */
export class SourceTrees {
  private constructor(
    private readonly tx: Tx,
    readonly moment: Moment,
    readonly sources: readonly GraphSource[],
    private readonly manifests: ReadonlyMap<string, StoredManifest>,
    private readonly known: ReadTrees,
    private readonly isPast: boolean,
    /** The number of the snapshot. */
    private readonly at: number,
  ) {}

  /**
   * @param options.known keeps what is read, for other transactions that read the same snapshot
   * @param options.isPast the snapshot is that of a former day, and refusals say so
   */
  static async open(
    tx: Tx,
    moment: Moment,
    { known = new Map(), isPast = false }: { known?: ReadTrees; isPast?: boolean } = {},
  ): Promise<SourceTrees> {
    const { tenantId, snapshotId } = moment;
    const manifests = snapshotId === null ? await readNewestManifests(tx, tenantId) : await readManifestsAt(tx, tenantId, snapshotId);
    const sources = snapshotId === null ? await readSources(tx, tenantId) : await readSourcesAt(tx, tenantId, snapshotId);
    const at = snapshotId ?? (await readHead(tx, tenantId));
    return new SourceTrees(tx, moment, sources, new Map(manifests.map((manifest) => [manifest.source, manifest])), known, isPast, at);
  }

  /** @throws 409 MANIFEST_MISSING if the facts of the source are not those of a manifest */
  async of(sourceUid: string): Promise<SourceTree> {
    const source = this.sources.find((one) => one.sourceUid === sourceUid);
    const manifest = this.manifests.get(sourceUid);
    if (!source || !manifest) throw this.#missing(source?.accountId ?? sourceUid);
    const key = `${this.moment.tenantId} ${this.at} ${manifest.digest}`;
    const known = this.known.get(key);
    if (known) return known;
    const facts = await readFacts(this.tx, { ...this.moment, ...source });
    const { leaves, tree } = factsTree(facts);
    if (tree.root !== manifest.facts_root) throw this.#differing(source.accountId);
    const indexOf = new Map(leaves.map(({ key }, index) => [key, index]));
    const keyOf = policyKeys(facts);
    const policiesOf = new Map<string, PolicyFact[]>();
    for (const policy of facts.policies) policiesOf.set(keyOf(policy), [...(policiesOf.get(keyOf(policy)) ?? []), policy]);
    const made = { source, manifest, facts, leaves, tree, indexOf, policiesOf };
    this.known.set(key, made);
    return made;
  }

  /**
   * Returns the manifests of all sources.
   * @throws 409 MANIFEST_MISSING if a source has none, or the newest one does not cover exactly these sources
   */
  whole(): StoredManifest[] {
    const all = this.sources.map(({ sourceUid, accountId }) => this.manifests.get(sourceUid) ?? fail(this.#missing(accountId)));
    const [newest] = [...all].sort((a, b) => b.position - a.position);
    if (newest && newest.estate !== estateDigest(all))
      throw conflict(
        'MANIFEST_MISSING',
        this.isPast
          ? 'A source of that day was removed since then, or before the next import. Ask about another day.'
          : 'A source was removed since the last import. Import any source again, so that a manifest covers the sources of today.',
      );
    return all;
  }

  #differing(accountId: string): Error {
    if (this.isPast) return this.#missing(accountId);
    return conflict(
      'MANIFEST_MISSING',
      `What CAM keeps about the account ${accountId} is not what the manifest of its last import says. Import it again, then ask for the proof again.`,
    );
  }

  #missing(accountId: string): Error {
    return conflict(
      'MANIFEST_MISSING',
      this.isPast
        ? `There is no manifest for what is kept about the account ${accountId} on that day. Ask about a later day, or about now.`
        : `The account ${accountId} was last imported by a release that recorded no manifest. Import it again, then ask for the proof again.`,
    );
  }
}

/** Returns a manifest in the form of a proof. */
export function toProofSource({ digest, ...manifest }: StoredManifest): ProofSource {
  return { ...manifest, manifest: digest };
}

function fail(error: Error): never {
  throw error;
}
