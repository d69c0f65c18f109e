import type { Evaluation } from './evaluation';
import { stableId } from './stable-id';

/** The class of each principal or resource of a source, by URI. */
type ClassOf = ReadonlyMap<string, string>;

/**
 * Gives the classes of an evaluation the ids of the classes that their members were in before. The ids that evaluation makes follow from the policies, so a
 * policy that names one more principal, or a condition on one more key, changes them although the access stays the same. Access whose classes get
 * other ids looks new, and new access is not assessed as unused.
 * @param before the classes of the last evaluation of the source
 */
export function keepClassIds(evaluation: Evaluation, before: Pick<Evaluation, 'classOf' | 'pclassOf'>): Evaluation {
  const { access, classOf, pclassOf } = evaluation;
  const ofResources = idsToKeep(classOf, before.classOf, new Set(access.map(({ classId }) => classId)));
  const ofPrincipals = idsToKeep(pclassOf, before.pclassOf, new Set(access.map(({ pclassId }) => pclassId)));
  const renamed = (members: ClassOf, ids: ClassOf): ClassOf => new Map([...members].map(([uri, id]) => [uri, ids.get(id) ?? id]));
  return {
    ...evaluation,
    access: access.map((row) => ({
      ...row,
      pclassId: ofPrincipals.get(row.pclassId) ?? row.pclassId,
      classId: ofResources.get(row.classId) ?? row.classId,
    })),
    classOf: renamed(classOf, ofResources),
    pclassOf: renamed(pclassOf, ofPrincipals),
  };
}

/**
 * Returns the id to store for each class. The class with most members of an earlier class takes over its id. Nobody else gets this id, because it would
 * make access of other members look old.
 * @param others ids of classes that may have no members
 */
function idsToKeep(now: ClassOf, before: ClassOf, others: ReadonlySet<string>): Map<string, string> {
  const kept = new Map<string, string>();
  const taken = new Set<string>();
  for (const { id, earlier } of heirs(now, before)) {
    if (kept.has(id) || taken.has(earlier)) continue;
    kept.set(id, earlier);
    taken.add(earlier);
  }
  const known = new Set(before.values());
  for (const id of new Set([...now.values(), ...others])) {
    if (kept.has(id)) continue;
    let free = id;
    while (known.has(free) || taken.has(free)) free = stableId('class after', free);
    kept.set(id, free);
    taken.add(free);
  }
  return kept;
}

/** Returns the classes that have members of an earlier class, the ones with most of them first. */
function heirs(now: ClassOf, before: ClassOf): { id: string; earlier: string; count: number }[] {
  const pairs = new Map<string, { id: string; earlier: string; count: number }>();
  for (const [uri, id] of now) {
    const earlier = before.get(uri);
    if (earlier === undefined) continue;
    const key = `${id} ${earlier}`;
    const pair = pairs.get(key);
    if (pair) pair.count += 1;
    else pairs.set(key, { id, earlier, count: 1 });
  }
  const isSame = ({ id, earlier }: { id: string; earlier: string }): number => (id === earlier ? 1 : 0);
  const inOrder = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);
  return [...pairs.values()].sort((a, b) => b.count - a.count || isSame(b) - isSame(a) || inOrder(a.earlier, b.earlier) || inOrder(a.id, b.id));
}
