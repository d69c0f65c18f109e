import type { PolicyFact, Relation, SourceFacts } from '../../engine/source-facts';

/**
 * Returns the same facts in a canonical order. Bundles and the database list them differently, but an evaluation must give the same rows
 * for both, including the order of names.
 */
export function inOrder(facts: SourceFacts): SourceFacts {
  return {
    ...facts,
    entities: sorted(facts.entities, ({ uri }) => uri),
    relations: sorted(facts.relations, relationKey),
    policies: policiesInOrder(facts.policies),
  };
}

/** Returns policies in the same canonical order. */
export function policiesInOrder(policies: readonly PolicyFact[]): PolicyFact[] {
  return sorted(policies, policyKey);
}

function relationKey({ child, parent, kind }: Relation): string {
  return [child.nativeId, parent.nativeId, kind].join('\0');
}

function policyKey({ policyId, kind, holder }: PolicyFact): string {
  return [policyId, kind, holder.nativeId].join('\0');
}

/** Compares by UTF-16 code units, the same on every machine. */
function sorted<T>(list: readonly T[], keyOf: (entry: T) => string): T[] {
  const keyed = list.map((entry) => ({ entry, key: keyOf(entry) }));
  return keyed.sort((a, b) => (a.key < b.key ? -1 : Number(a.key > b.key))).map(({ entry }) => entry);
}
