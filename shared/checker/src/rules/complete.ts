import { byCodeUnits } from '../canonical';
import type { ProvedFact } from '../context';
import { Invalid } from '../faults';
import type { ProofSource } from '../format';

/**
 * Returns the facts of a source whose key begins with a prefix, in order.
 * @throws Invalid unless they are all that the source has: without gaps, between the facts beside them
 */
export function completeRange(place: string, source: ProofSource, facts: readonly ProvedFact[], prefix: string): ProvedFact[] {
  const own = facts.filter((fact) => fact.source === source).sort((a, b) => a.index - b.index);
  const inside = own.filter(({ key }) => key.startsWith(prefix));
  const above = own.filter(({ key }) => byCodeUnits(key, prefix) > 0 && !key.startsWith(prefix)).map(({ index }) => index);
  const below = own.filter(({ key }) => byCodeUnits(key, prefix) < 0).map(({ index }) => index);
  const first = inside[0]?.index ?? Math.min(...above, source.facts_count);
  const last = inside.at(-1)?.index ?? first - 1;
  const isGapless = inside.every(({ index }, at) => index === first + at);
  const beginsBefore = first === 0 || below.includes(first - 1);
  const endsAfter = last === source.facts_count - 1 || above.includes(last + 1);
  if (!isGapless || !beginsBefore || !endsAfter)
    throw new Invalid(place, `The facts of the source ${source.source} that begin with "${prefix}" are not complete.`);
  return inside;
}
