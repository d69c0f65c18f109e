import { Bitset } from '../../engine/bitset';
import type { StoredControl } from '../../store/risk-rows';
import type { ProfilePath } from '../../engine/profile-paths';

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
  /** The classes that a profile administers, and the paths to the identities that it can become. */
  administers(profileId: string): Bitset;
  paths(profileId: string): readonly Pick<ProfilePath, 'assumed'>[];
  /** Direct members of groups, by URI: whoever belongs to a group that controls has its control. */
  groups: ReadonlyMap<string, readonly string[]>;
  classes: number;
}

/**
 * Finds the identities that control tier 0 without being in it: those that administer a member or can become one, and those that do so
 * with somebody who does. Each result names the shortest way.
 */
export function findControl({ identities, resources, members, administers, paths, groups, classes }: ControlGraph): Map<string, StoredControl> {
  const byProfile = new Map<string, ControllingIdentity[]>();
  for (const identity of identities) {
    if (identity.profileId === null) continue;
    const known = byProfile.get(identity.profileId);
    if (known) known.push(identity);
    else byProfile.set(identity.profileId, [identity]);
  }
  const found = new Map<string, StoredControl>();
  const targetOf = new Map<number, Target>(resources);
  const becomes = new Map<string, Target>(identities.filter(({ uri }) => members.has(uri)).map(({ uri, name, type }) => [uri, { uri, name, type }]));
  for (const { uri, name, type, classNumber } of identities)
    if (members.has(uri) && classNumber !== null && !targetOf.has(classNumber)) targetOf.set(classNumber, { uri, name, type });
  const byUri = new Map(identities.map((identity) => [identity.uri, identity]));
  const waiting = new Map(byProfile);
  let begun = [...becomes.values()];
  for (let steps = 1; ; steps += 1) {
    const targets = Bitset.of(classes, [...targetOf.keys()]);
    const reached: { identity: ControllingIdentity; control: StoredControl }[] = [];
    for (const [profileId, all] of waiting) {
      const assumed = firstAssumed(paths(profileId), becomes);
      const administered = assumed ? null : administers(profileId);
      const over = assumed ?? (administered?.intersects(targets) ? firstOf(administered.copy().and(targets), targetOf) : undefined);
      if (!over) continue;
      waiting.delete(profileId);
      for (const identity of all) {
        // Power over oneself is no way to somebody else's.
        if (members.has(identity.uri) || over.uri === identity.uri) continue;
        reached.push({ identity, control: { ...over, how: assumed ? 'BECOMES' : 'ADMINISTERS', steps } });
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
    // Control passes on only after the round, so that each way is as short as possible.
    for (const { identity, control } of reached) {
      const { uri, name, type, classNumber } = identity;
      if (found.has(uri)) continue;
      found.set(uri, control);
      becomes.set(uri, { uri, name, type });
      begun.push({ uri, name, type });
      if (classNumber !== null && !targetOf.has(classNumber)) targetOf.set(classNumber, { uri, name, type });
    }
  }
}

/** Ties are decided by name, so that the same graph always gives the same result. */
function isBefore(one: Target, other: Target): boolean {
  return one.name < other.name || (one.name === other.name && one.uri < other.uri);
}

function firstAssumed(paths: ReturnType<ControlGraph['paths']>, becomes: ReadonlyMap<string, Target>): Target | undefined {
  let first: Target | undefined;
  for (const { assumed } of paths) {
    const target = assumed === null ? undefined : becomes.get(assumed);
    if (target && (!first || isBefore(target, first))) first = target;
  }
  return first;
}

function firstOf(classes: Bitset, targets: ReadonlyMap<number, Target>): Target | undefined {
  let first: Target | undefined;
  classes.forEach((number) => {
    const target = targets.get(number);
    if (target && (!first || isBefore(target, first))) first = target;
  });
  return first;
}
