import type { ProvedFact } from '../context';
import { Invalid, mustBe, NotCheckable } from '../faults';

/**
 * Returns the fact of an identity and the facts of all groups that it is in, directly or by another group. They come next, in the order in which each fact
 * lists them.
 * @throws Invalid if one is missing
 */
export function withGroups(place: string, facts: readonly ProvedFact[]): ProvedFact[] {
  const within = facts.slice(0, 1);
  const known = new Set(within.map(({ key }) => key));
  for (const { body } of within) {
    for (const { kind, id } of body.in) {
      if (kind !== 'member_of' || known.has(id)) continue;
      known.add(id);
      const next = facts[within.length];
      mustBe(place, 'The next group', next?.key ?? null, id);
      if (next?.source !== facts[0]?.source) throw new NotCheckable(place, 'A group is of another source than its member.');
      within.push(next as ProvedFact);
    }
  }
  return within;
}

/** Returns the same, if the facts are these and no others. @throws Invalid */
export function onlyGroups(place: string, facts: readonly ProvedFact[]): ProvedFact[] {
  const within = withGroups(place, facts);
  if (within.length === 0 || within.length !== facts.length)
    throw new Invalid(place, 'The step names no fact, or facts that are no groups of the first.');
  return within;
}
