import { Bitset } from '../../engine/bitset';
import type { StoredControl } from '../../store/risk-rows';

/** An identity, as control passes from one to the next. */
export interface ControllingIdentity {
  uri: string;
  name: string;
  type: string;
  profileId: string | null;
  /** The number of its own resource class; null: nobody can administer it. */
  classNumber: number | null;
}

type Target = Pick<StoredControl, 'uri' | 'name' | 'type'>;

export interface ControlGraph {
  identities: readonly ControllingIdentity[];
  /** Members of tier 0 that are resources, by class number. */
  resources: ReadonlyMap<number, Target>;
  /** URIs of the members of tier 0. */
  members: ReadonlySet<string>;
  /** The classes that a profile administers. */
  administers(profileId: string): Pick<Bitset, 'forEachIn'>;
  /** The profiles that can become each identity, by its URI. */
  assumers: ReadonlyMap<string, readonly string[]>;
  /** Direct members of groups, by URI: whoever belongs to a group that controls has its control. */
  groups: ReadonlyMap<string, readonly string[]>;
  classes: number;
}

/**
 * Finds the identities that control tier 0 without being in it: those that administer a member or can become one, and those that do so
 * with somebody who does. Each result names the shortest way. The generator yields the number of profiles that have a way.
 */
export function* findControl({
  identities,
  resources,
  members,
  administers,
  assumers,
  groups,
  classes,
}: ControlGraph): Generator<number, Map<string, StoredControl>> {
  const byProfile = new Map<string, ControllingIdentity[]>();
  for (const identity of identities) if (identity.profileId !== null) add(byProfile, identity.profileId, identity);
  const found = new Map<string, StoredControl>();
  const targetOf = new Map<number, Target>(resources);
  let begun = identities.filter(({ uri }) => members.has(uri)).map(({ uri, name, type }): Target => ({ uri, name, type }));
  for (const { uri, name, type, classNumber } of identities)
    if (members.has(uri) && classNumber !== null && !targetOf.has(classNumber)) targetOf.set(classNumber, { uri, name, type });
  let targets = Bitset.of(classes, [...targetOf.keys()]);
  const byUri = new Map(identities.map((identity) => [identity.uri, identity]));
  const waiting = new Map(byProfile);
  // A profile that waits has no way to an older target, so each round looks at the new ones alone.
  for (let steps = 1; ; steps += 1) {
    const becoming = new Map<string, Target>();
    for (const target of begun) {
      for (const profileId of assumers.get(target.uri) ?? []) {
        const known = becoming.get(profileId);
        if (!known || isBefore(target, known)) becoming.set(profileId, target);
      }
    }
    const reached: { identity: ControllingIdentity; control: StoredControl }[] = [];
    for (const [profileId, all] of waiting) {
      yield byProfile.size - waiting.size;
      const becomes = becoming.get(profileId);
      const administered = becomes ? null : administers(profileId);
      const over = becomes ?? (administered ? firstOf(administered, targets, targetOf) : undefined);
      if (!over) continue;
      waiting.delete(profileId);
      for (const identity of all) {
        // Power over oneself is no way to somebody else's.
        if (members.has(identity.uri) || over.uri === identity.uri) continue;
        reached.push({ identity, control: { ...over, how: becomes ? 'BECOMES' : 'ADMINISTERS', steps } });
      }
    }
    const seen = new Set(reached.map(({ identity }) => identity.uri));
    for (const group of begun) {
      for (const uri of groups.get(group.uri) ?? []) {
        const identity = byUri.get(uri);
        if (!identity || members.has(uri) || found.has(uri) || seen.has(uri)) continue;
        seen.add(uri);
        reached.push({ identity, control: { ...group, how: 'BECOMES', steps } });
      }
    }
    if (reached.length === 0) return found;
    begun = [];
    const begunClasses: number[] = [];
    // Control passes on only after the round, so that each way is as short as possible.
    for (const { identity, control } of reached) {
      const { uri, name, type, classNumber } = identity;
      if (found.has(uri)) continue;
      found.set(uri, control);
      begun.push({ uri, name, type });
      if (classNumber === null || targetOf.has(classNumber)) continue;
      targetOf.set(classNumber, { uri, name, type });
      begunClasses.push(classNumber);
    }
    targets = Bitset.of(classes, begunClasses);
  }
}

/** Ties are decided by name, so that the same graph always gives the same result. */
function isBefore(one: Target, other: Target): boolean {
  return one.name < other.name || (one.name === other.name && one.uri < other.uri);
}

function add<T>(lists: Map<string, T[]>, key: string, value: T): void {
  const known = lists.get(key);
  if (known) known.push(value);
  else lists.set(key, [value]);
}

function firstOf(administered: Pick<Bitset, 'forEachIn'>, classes: Bitset, targets: ReadonlyMap<number, Target>): Target | undefined {
  let first: Target | undefined;
  administered.forEachIn(classes, (number) => {
    const target = targets.get(number);
    if (target && (!first || isBefore(target, first))) first = target;
  });
  return first;
}
