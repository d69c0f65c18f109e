import type { PathsByProfile } from '../../engine/profile-paths';
import { isMoreExposed, type OwnExposure } from './exposure';

/** Returns the profiles that can assume each identity, by its URI. */
export function assumersOf(paths: Pick<PathsByProfile, 'assumedOf'>, profileIds: Iterable<string>): Map<string, string[]> {
  const assumers = new Map<string, string[]>();
  for (const profileId of profileIds) {
    for (const uri of paths.assumedOf(profileId)) {
      const known = assumers.get(uri);
      if (known) known.push(profileId);
      else assumers.set(uri, [profileId]);
    }
  }
  return assumers;
}

/**
 * Returns the identities that can become each identity, and the members of each group, over any number of steps. The two most
 * exposed ones of those that can assume an identity are enough: one may be the identity itself.
 * @param byProfile the identities of each profile
 * @param members direct members of groups, by URI
 */
export function becomingOf(
  byProfile: ReadonlyMap<string, readonly OwnExposure[]>,
  assumers: ReadonlyMap<string, readonly string[]>,
  members: ReadonlyMap<string, readonly string[]>,
): Map<string, string[]> {
  const most = new Map([...byProfile].map(([profileId, all]) => [profileId, twoMostExposed([all])]));
  const becoming = new Map<string, string[]>();
  for (const [uri, profileIds] of assumers)
    becoming.set(
      uri,
      twoMostExposed(profileIds.map((id) => most.get(id) ?? [])).map(({ identity }) => identity.uri),
    );
  for (const group of members.keys()) becoming.set(group, [...(becoming.get(group) ?? []), ...belowGroup(group, members)]);
  return becoming;
}

function twoMostExposed(lists: readonly (readonly OwnExposure[])[]): OwnExposure[] {
  let [first, second]: (OwnExposure | undefined)[] = [];
  for (const list of lists) {
    for (const one of list) {
      if (!first || isMoreExposed(one, first)) [first, second] = [one, first];
      else if (!second || isMoreExposed(one, second)) second = one;
    }
  }
  return [first, second].filter((one) => one !== undefined);
}

/** Returns the members of a group and of the groups in it. */
function belowGroup(group: string, members: ReadonlyMap<string, readonly string[]>): Set<string> {
  const found = new Set(members.get(group) ?? []);
  // A set visits members that are added during the visit.
  for (const uri of found) for (const member of members.get(uri) ?? []) found.add(member);
  found.delete(group);
  return found;
}
