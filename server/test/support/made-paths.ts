import type { PathsByProfile, ProfilePath } from '../../src/graph/engine/profile-paths';

/** Returns made-up paths by profile, in which each principal class has one number. Nothing lies on their way but the assumed identities. */
export function madePaths(paths: ReadonlyMap<string, readonly ProfilePath[]>): PathsByProfile {
  const of = (profileId: string): readonly ProfilePath[] => paths.get(profileId) ?? [];
  const all = [...paths.values()].flat();
  const principals = new Map(all.map(({ pclass_number: number, pclass_id: id }) => [number, id]));
  return {
    get: (profileId) => paths.get(profileId),
    values: () => paths.values(),
    forEachPrincipal: (profileId, visit) => of(profileId).forEach(({ pclass_number: number, conditional }) => visit(number, conditional, false)),
    principalOf: (number) => principals.get(number) ?? '',
    ownPrincipals: (profileId) => of(profileId).flatMap(({ assumed, pclass_id: id }) => (assumed === null ? [id] : [])),
    hopsOf: () => [],
    assumedOf: (profileId) => new Set(of(profileId).flatMap(({ assumed }) => (assumed === null ? [] : [assumed]))),
  };
}
