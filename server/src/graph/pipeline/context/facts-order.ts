import type { PolicyFact, Relation, SourceFacts } from '../../engine/source-facts';

/**
 * The same facts in an order that follows from them alone. A bundle lists them in its own order and the database in another one: an
 * evaluation of the one and of the other must come to the same rows, down to the order of what they name.
 */
export function inOrder(facts: SourceFacts): SourceFacts {
  return {
    ...facts,
    entities: sorted(facts.entities, ({ uri }) => uri),
    relations: sorted(facts.relations, relationKey),
    policies: sorted(facts.policies, policyKey),
  };
}

function relationKey({ child, parent, kind }: Relation): string {
  return [child.nativeId, parent.nativeId, kind].join('\0');
}

function policyKey({ policyId, kind, holder }: PolicyFact): string {
  return [policyId, kind, holder.nativeId].join('\0');
}

/** By UTF-16 code units, on every machine alike. */
function sorted<T>(list: readonly T[], keyOf: (entry: T) => string): T[] {
  const keyed = list.map((entry) => ({ entry, key: keyOf(entry) }));
  return keyed.sort((a, b) => (a.key < b.key ? -1 : Number(a.key > b.key))).map(({ entry }) => entry);
}
