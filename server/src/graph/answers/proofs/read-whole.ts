import type { Leaf, LeafPath } from '@cam/checker';
import type { Tx } from '../../../platform/db/database';
import type { SourceFacts } from '../../engine/source-facts';
import { factsTree } from '../../store/manifests';
import { readFacts } from '../../store/read-facts';
import type { Moment } from '../../store/validity';
import { policiesByKey, type CoveredSource, type SourceTree } from './covered-facts';

/** Bytes of memory that a fact of each kind takes beside its texts, roughly. */
const BYTES = { entity: 2_000, relation: 500, policy: 700, leaf: 2_500 };

/** Reads all facts of a source. @throws the refusal of `covered` if they are not those of the manifest */
export async function readWhole(tx: Tx, moment: Moment, covered: CoveredSource): Promise<SourceTree> {
  const { source, manifest, differing } = covered;
  const facts = await readFacts(tx, { ...moment, ...source });
  const { leaves, tree } = factsTree(facts);
  if (tree.root !== manifest.facts_root) throw differing();
  const indexOf = new Map(leaves.map(({ key }, index) => [key, index]));
  const placed = (nativeId: string): (Leaf & LeafPath) | undefined => {
    const index = indexOf.get(nativeId);
    const leaf = index === undefined ? undefined : leaves[index];
    return leaf && index !== undefined ? { ...leaf, ...tree.pathOf(index) } : undefined;
  };
  return {
    source,
    manifest,
    facts,
    isWhole: true,
    leaves,
    has: (nativeId) => indexOf.has(nativeId),
    leafOf: placed,
    policiesOf: policiesByKey(facts),
    size: sizeOf(facts, leaves.length),
  };
}

/** Returns roughly the memory of facts and their leaves, in bytes. */
function sizeOf({ entities, relations, policies }: SourceFacts, leaves: number): number {
  const texts = new Set(policies.map(({ document }) => document));
  let size = entities.length * BYTES.entity + relations.length * BYTES.relation + policies.length * BYTES.policy + leaves * BYTES.leaf;
  for (const text of texts) size += text.length;
  return size;
}
