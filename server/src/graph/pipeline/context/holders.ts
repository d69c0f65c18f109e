import type { Holder } from '../../engine/evaluation';
import { namesOf } from '../dependency-keys';
import { membersStringsOf } from '../../engine/member-strings';
import type { Entity } from '../../engine/model';
import type { Relation } from '../../engine/source-facts';

/**
 * Returns the identities that policies name, with all their names and those of their groups, direct or nested.
 * @param named lower-case names in the policies; `null`: everyone
 */
export function holdersOf(identities: readonly Entity[], memberships: readonly Relation[], named: ReadonlySet<string> | null): Holder[] {
  const byId = new Map(identities.map((entity) => [entity.nativeId, entity]));
  const groupsOf = new Map<string, string[]>();
  for (const { child, parent } of memberships) {
    const groups = groupsOf.get(child.nativeId);
    if (groups) groups.push(parent.nativeId);
    else groupsOf.set(child.nativeId, [parent.nativeId]);
  }
  return identities.flatMap((principal) => {
    const all = new Set([principal.nativeId]);
    for (const id of all) for (const group of groupsOf.get(id) ?? []) all.add(group);
    const entities = [...all].flatMap((id) => byId.get(id) ?? []);
    if (named && !entities.some((entity) => namesOf(entity).some((name) => isNamed(name, named)))) return [];
    return [{ principal, refs: [...new Set([...all, ...entities.flatMap(membersStringsOf)])] }];
  });
}

/** Matches a whole name, or the domain of an address. */
function isNamed(name: string, named: ReadonlySet<string>): boolean {
  return named.has(name) || (name.includes('@') && named.has(name.slice(name.indexOf('@') + 1)));
}
