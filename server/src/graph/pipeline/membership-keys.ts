import type { SourceFacts } from '../engine/source-facts';
import { domainOf, namesOf } from './dependency-keys';

/**
 * Returns those of the changed keys whose principals differ by their members and sign-in policies alone. Such a change gives the policies that name these
 * principals other holders, and leaves everything else of their evaluation as it is.
 * @param changed keys whose fingerprints differ
 */
export function membershipKeys(before: SourceFacts, after: SourceFacts, changed: readonly string[]): string[] {
  if (after.cloudType === 'AWS') return [];
  const [was, is] = [describedBy(before), describedBy(after)];
  return changed.filter((key) => was.has(key) && was.get(key)?.sort().join() === is.get(key)?.sort().join());
}

/** Returns what entities are by themselves, by their names and domains. */
function describedBy({ entities }: SourceFacts): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const entity of entities) {
    const itself = JSON.stringify([entity.uri, entity.name, entity.isIdentity]);
    const names = namesOf(entity);
    for (const key of new Set([...names, ...names.flatMap((name) => domainOf(name) ?? [])])) {
      const known = found.get(key);
      if (known) known.push(itself);
      else found.set(key, [itself]);
    }
  }
  return found;
}
