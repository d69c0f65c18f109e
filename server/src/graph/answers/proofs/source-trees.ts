import { estateDigest, type FactsTree, type Leaf, type ProofSource } from '@cam/checker';
import type { Tx } from '../../../platform/db/database';
import { conflict } from '../../../platform/http/errors';
import { policyKeys } from '../../engine/fact-leaves';
import type { PolicyFact, SourceFacts } from '../../engine/source-facts';
import { factsTree, readNewestManifests, type StoredManifest } from '../../store/manifests';
import { readFacts } from '../../store/read-facts';
import { readSources, type GraphSource } from '../../store/read-sources';

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

/** The sources of a tenant, each read and hashed when it is needed. */
export class SourceTrees {
  readonly #trees = new Map<string, SourceTree>();

  private constructor(
    private readonly tx: Tx,
    private readonly tenantId: string,
    readonly sources: readonly GraphSource[],
    private readonly manifests: ReadonlyMap<string, StoredManifest>,
  ) {}

  static async open(tx: Tx, tenantId: string): Promise<SourceTrees> {
    const manifests = new Map((await readNewestManifests(tx, tenantId)).map((manifest) => [manifest.source, manifest]));
    return new SourceTrees(tx, tenantId, await readSources(tx, tenantId), manifests);
  }

  /** @throws 409 MANIFEST_MISSING if the facts of the source are not those of a manifest */
  async of(sourceUid: string): Promise<SourceTree> {
    const known = this.#trees.get(sourceUid);
    if (known) return known;
    const source = this.sources.find((one) => one.sourceUid === sourceUid);
    const manifest = this.manifests.get(sourceUid);
    if (!source || !manifest) throw missing(source?.accountId ?? sourceUid);
    const facts = await readFacts(this.tx, { tenantId: this.tenantId, ...source });
    const { leaves, tree } = factsTree(facts);
    if (tree.root !== manifest.facts_root) throw missing(source.accountId);
    const indexOf = new Map(leaves.map(({ key }, index) => [key, index]));
    const keyOf = policyKeys(facts);
    const policiesOf = new Map<string, PolicyFact[]>();
    for (const policy of facts.policies) policiesOf.set(keyOf(policy), [...(policiesOf.get(keyOf(policy)) ?? []), policy]);
    const made = { source, manifest, facts, leaves, tree, indexOf, policiesOf };
    this.#trees.set(sourceUid, made);
    return made;
  }

  /**
   * Returns the manifests of all sources.
   * @throws 409 MANIFEST_MISSING if a source has none, or the newest one does not cover exactly these sources
   */
  whole(): StoredManifest[] {
    const all = this.sources.map(({ sourceUid, accountId }) => this.manifests.get(sourceUid) ?? fail(missing(accountId)));
    const [newest] = [...all].sort((a, b) => b.position - a.position);
    if (newest && newest.estate !== estateDigest(all))
      throw conflict(
        'MANIFEST_MISSING',
        'A source was removed since the last import. Import any source again, so that a manifest covers the sources of today.',
      );
    return all;
  }
}

/** Returns a manifest in the form of a proof. */
export function toProofSource({ digest, ...manifest }: StoredManifest): ProofSource {
  return { ...manifest, manifest: digest };
}

function missing(accountId: string): Error {
  return conflict(
    'MANIFEST_MISSING',
    `The account ${accountId} was last imported by a release that recorded no manifest. Import it again, then ask for the proof again.`,
  );
}

function fail(error: Error): never {
  throw error;
}
