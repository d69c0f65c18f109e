import type { Leaf, LeafPath } from '@cam/checker';
import type { PolicyFact, SourceFacts } from '../../engine/source-facts';
import type { StoredManifest } from '../../store/manifests';
import type { GraphSource } from '../../store/read-sources';
import { policyKeys } from '../../engine/fact-leaves';

/** Some facts of a source, or all, as its newest manifest covers them. */
export interface CoveredFacts {
  source: GraphSource;
  manifest: StoredManifest;
  facts: SourceFacts;
  /** The source says nothing beyond `facts`. */
  isWhole: boolean;
  /** Returns whether the source says something about a native id. */
  has(nativeId: string): boolean;
  /**
   * Returns the leaf of a native id with its place in the tree; undefined: the source says nothing about the id.
   * @throws 409 MANIFEST_MISSING if the manifest does not cover the leaf
   */
  leafOf(nativeId: string): (Leaf & LeafPath) | undefined;
  /** Returns the policies that the leaf of a native id lists. */
  policiesOf(nativeId: string): readonly PolicyFact[];
}

/** All facts of a source. */
export interface SourceTree extends CoveredFacts {
  leaves: readonly Leaf[];
  /** Roughly the memory that it takes, in bytes. */
  size: number;
}

/** A source with the manifest that covers its facts. */
export interface CoveredSource {
  source: GraphSource;
  manifest: StoredManifest;
  /** Returns the refusal of facts that are not those of the manifest. */
  differing: () => Error;
}

/** Returns a function for the policies that the leaf of a native id lists. */
export function policiesByKey(facts: SourceFacts): CoveredFacts['policiesOf'] {
  const keyOf = policyKeys(facts);
  const byKey = new Map<string, PolicyFact[]>();
  for (const policy of facts.policies) {
    const alike = byKey.get(keyOf(policy)) ?? [];
    byKey.set(keyOf(policy), alike);
    alike.push(policy);
  }
  return (nativeId) => byKey.get(nativeId) ?? [];
}
