import { leafDigest, type FactsTree, type Leaf, type LeafPath } from '@cam/checker';
import type { Tx } from '../../../platform/db/database';
import { factLeaves, policyKeys } from '../../engine/fact-leaves';
import type { SourceFacts } from '../../engine/source-facts';
import { readLeafDigests } from '../../store/leaf-digests';
import { platformSha256 } from '../../store/platform-sha256';
import { noFacts, readFactsAbout, readFactsBeside, type FactsBeside } from '../../store/read-facts-about';
import type { Moment } from '../../store/validity';
import { policiesByKey, type CoveredFacts, type CoveredSource } from './covered-facts';

/** Bytes of a digest. */
const DIGEST = 32;

/** Reads facts of a source one by one, and finds their place by their digest among those of the source. */
export class PartReader {
  /** Everything about the ids that were asked for. */
  #facts: SourceFacts;
  #about: ReadonlySet<string> = new Set();
  #beside: FactsBeside | undefined;
  #covered: CoveredFacts | undefined;

  private constructor(
    private readonly tx: Tx,
    private readonly tenantId: string,
    private readonly covered: CoveredSource,
    private readonly tree: FactsTree,
  ) {
    const { cloudType, accountId } = covered.source;
    this.#facts = noFacts(cloudType, accountId);
  }

  /** Returns a reader of facts of now; null: the digests of the manifest's facts are not kept. */
  static async open(tx: Tx, { tenantId }: Moment, covered: CoveredSource): Promise<PartReader | null> {
    const { source, manifest } = covered;
    const tree = await readLeafDigests(tx, tenantId, source.sourceUid, manifest.facts_root);
    return tree && new PartReader(tx, tenantId, covered, tree);
  }

  /** Returns everything about these native ids, and about those that were asked for before. */
  async about(nativeIds: readonly string[]): Promise<CoveredFacts> {
    const known = this.#about;
    const missing = nativeIds.filter((id) => !known.has(id));
    if (this.#covered && missing.length === 0) return this.#covered;
    const place = { tenantId: this.tenantId, ...this.covered.source };
    this.#beside ??= await readFactsBeside(this.tx, place);
    const read = missing.length > 0 ? await readFactsAbout(this.tx, place, missing) : { facts: this.#facts, about: known };
    // A group that two reads are about has the same facts in both.
    const isNew = (id: string): boolean => read.about.has(id) && !known.has(id);
    const { entities, relations, policies } = this.#facts;
    const fullNames = new Set(entities.map(({ attributes }) => attributes.resourceid));
    this.#facts = {
      ...this.#facts,
      entities: [...entities, ...read.facts.entities.filter(({ nativeId }) => isNew(nativeId))],
      relations: [...relations, ...read.facts.relations.filter(({ child }) => isNew(child.nativeId))],
      policies: [...policies, ...read.facts.policies.filter(({ holder }) => !known.has(holder.nativeId) && !fullNames.has(holder.nativeId))],
    };
    this.#about = new Set([...known, ...read.about]);
    this.#covered = this.#covering(this.#beside);
    return this.#covered;
  }

  #covering(beside: FactsBeside): CoveredFacts {
    const { source, manifest } = this.covered;
    const [about, own] = [this.#about, this.#facts];
    const facts = { ...own, policies: [...own.policies, ...beside.policies], relations: [...own.relations, ...beside.relations] };
    const keyOf = policyKeys(facts);
    const policies = facts.policies.filter((policy) => about.has(keyOf(policy)));
    const leaves = new Map(factLeaves({ ...own, policies }).map((leaf) => [leaf.key, leaf]));
    const leafOf = (nativeId: string): (Leaf & LeafPath) | undefined => {
      const leaf = about.has(nativeId) ? leaves.get(nativeId) : undefined;
      return leaf && { ...leaf, ...this.tree.pathOf(this.#indexOf(leaf)) };
    };
    const has = (nativeId: string): boolean => about.has(nativeId) && leaves.has(nativeId);
    return { source, manifest, facts, isWhole: false, has, leafOf, policiesOf: policiesByKey(facts) };
  }

  /** Returns the place of a leaf. A leaf that changed since the manifest has another digest, and none. */
  #indexOf(leaf: Leaf): number {
    const digests = Buffer.from(this.tree.digests.buffer, this.tree.digests.byteOffset, this.tree.digests.byteLength);
    const digest = leafDigest(leaf, platformSha256);
    let at = digests.indexOf(digest);
    while (at >= 0 && at % DIGEST !== 0) at = digests.indexOf(digest, at + 1);
    if (at < 0) throw this.covered.differing();
    return at / DIGEST;
  }
}
