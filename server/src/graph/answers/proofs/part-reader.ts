import { leafDigest, type FactsTree, type Leaf, type LeafPath } from '@cam/checker';
import type { Tx } from '../../../platform/db/database';
import { factLeaves } from '../../engine/fact-leaves';
import type { SourceFacts } from '../../engine/source-facts';
import { readLeafDigests } from '../../store/leaf-digests';
import { platformSha256 } from '../../store/platform-sha256';
import { readFactsAbout } from '../../store/read-facts-about';
import type { Moment } from '../../store/validity';
import { policiesByKey, type CoveredFacts, type CoveredSource } from './covered-facts';

/** Bytes of a digest. */
const DIGEST = 32;

/** Reads facts of a source one by one, and finds their place by their digest among those of the source. */
export class PartReader {
  #part: CoveredFacts & { about: ReadonlySet<string> };

  private constructor(
    private readonly tx: Tx,
    private readonly tenantId: string,
    private readonly covered: CoveredSource,
    private readonly tree: FactsTree,
  ) {
    const { cloudType, accountId } = covered.source;
    const none = { entities: [], relations: [], policies: [], usage: [], events: [], usageSince: null, warnings: [] };
    this.#part = this.#covering({ cloudType, accountId, ...none }, new Set());
  }

  /** Returns a reader of facts of now; null: the digests of the manifest's facts are not kept. */
  static async open(tx: Tx, { tenantId }: Moment, covered: CoveredSource): Promise<PartReader | null> {
    const { source, manifest } = covered;
    const tree = await readLeafDigests(tx, tenantId, source.sourceUid, manifest.facts_root);
    return tree && new PartReader(tx, tenantId, covered, tree);
  }

  /** Returns everything about these native ids, and about those that were asked for before. */
  async about(nativeIds: readonly string[]): Promise<CoveredFacts> {
    const { about: known, facts } = this.#part;
    const missing = nativeIds.filter((id) => !known.has(id));
    if (missing.length === 0) return this.#part;
    const read = await readFactsAbout(this.tx, { tenantId: this.tenantId, ...this.covered.source }, missing);
    // A group that two reads are about has the same facts in both.
    const isNew = (id: string): boolean => read.about.has(id) && !known.has(id);
    const before = facts.policies.filter(({ kind }) => kind !== 'vpc_endpoint');
    const merged: SourceFacts = {
      ...facts,
      entities: [...facts.entities, ...read.facts.entities.filter(({ nativeId }) => isNew(nativeId))],
      relations: [...facts.relations, ...read.facts.relations.filter(({ child }) => isNew(child.nativeId))],
      policies: [...before, ...read.facts.policies.filter(({ kind, holder }) => kind === 'vpc_endpoint' || isNew(holder.nativeId))],
    };
    this.#part = this.#covering(merged, new Set([...known, ...read.about]));
    return this.#part;
  }

  #covering(facts: SourceFacts, about: ReadonlySet<string>): CoveredFacts & { about: ReadonlySet<string> } {
    const { source, manifest } = this.covered;
    // Policies of endpoints are there without the other facts about their networks.
    const leaves = new Map(factLeaves(facts).flatMap((leaf) => (about.has(leaf.key) ? [[leaf.key, leaf] as const] : [])));
    const leafOf = (nativeId: string): (Leaf & LeafPath) | undefined => {
      const leaf = leaves.get(nativeId);
      return leaf && { ...leaf, ...this.tree.pathOf(this.#indexOf(leaf)) };
    };
    return { source, manifest, facts, about, has: (nativeId) => leaves.has(nativeId), leafOf, policiesOf: policiesByKey(facts) };
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
