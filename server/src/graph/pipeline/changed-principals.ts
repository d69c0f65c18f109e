import type { SourceFacts } from '../engine/source-facts';

/** Memberships from a changed principal to one that still counts: another account admits a principal also by policies of those two memberships away. */
const MEMBERSHIPS = 4;

/** The identities of an account before and after a change, as `identityFacts` returns them. */
export interface ChangedAccount {
  before: SourceFacts;
  after: SourceFacts;
}

/**
 * Returns the principals that differ, with all principals on which it depends whether another account admits them. Another account admits the same of these
 * before and after if and only if it does so of all principals. A change of one policy in a large account leaves a few.
 */
export function changedPrincipals({ before, after }: ChangedAccount): ChangedAccount {
  const chosen = differing(partsOf(before), partsOf(after));
  const memberships = [...before.relations, ...after.relations].map(({ child, parent }) => [child.nativeId, parent.nativeId] as const);
  for (let step = 0; step < MEMBERSHIPS; step += 1) {
    const near = memberships.filter((ends) => ends.some((id) => chosen.has(id)));
    for (const id of near.flat()) chosen.add(id);
  }
  return { before: only(before, chosen), after: only(after, chosen) };
}

/** Returns everything that facts say about each principal, by its native id. A membership is about both. */
function partsOf({ entities, relations, policies }: SourceFacts): Map<string, string[]> {
  const parts = new Map<string, string[]>();
  const add = (id: string, part: unknown): void => {
    const known = parts.get(id);
    if (known) known.push(JSON.stringify(part));
    else parts.set(id, [JSON.stringify(part)]);
  };
  for (const entity of entities) add(entity.nativeId, entity);
  for (const relation of relations) for (const { nativeId } of [relation.child, relation.parent]) add(nativeId, relation);
  for (const policy of policies) add(policy.holder.nativeId, policy);
  return parts;
}

function differing(before: ReadonlyMap<string, string[]>, after: ReadonlyMap<string, string[]>): Set<string> {
  const isSame = (id: string): boolean => before.get(id)?.join('\0') === after.get(id)?.join('\0');
  return new Set([...before.keys(), ...after.keys()].filter((id) => !isSame(id)));
}

function only(facts: SourceFacts, ids: ReadonlySet<string>): SourceFacts {
  return {
    ...facts,
    entities: facts.entities.filter(({ nativeId }) => ids.has(nativeId)),
    relations: facts.relations.filter(({ child }) => ids.has(child.nativeId)),
    policies: facts.policies.filter(({ holder }) => ids.has(holder.nativeId)),
  };
}
