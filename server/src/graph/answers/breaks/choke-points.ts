import type { CutElement } from './part-facts';

/** The tiers that count, the most important first. */
export const JEWEL_TIERS = [0, 1, 2] as const;

/** Identities of one profile with access to resources of one class and tier. */
export interface ReachedJewels {
  profileId: string;
  identities: number;
  resources: number;
  tier: (typeof JEWEL_TIERS)[number];
  /** Ids of the removable elements of each way. */
  ways: readonly (readonly string[])[];
}

/** An element with the access that ends with it alone, by what the graph stores. */
export interface ChokePoint {
  id: string;
  /** Pairs of identity and resource of each tier. */
  pairs: [number, number, number];
  identities: number;
}

/** The access that is left after changes. */
export interface LeftAccess {
  /** The element that was removed last; null: nothing yet. */
  id: string | null;
  /** Pairs of identity and resource of each tier. */
  pairs: [number, number, number];
}

/** Returns the elements on all ways of some access, those first that end the most access to the most important tier. Yields the fraction that is done. */
export function* chokePointsOf(reached: readonly ReachedJewels[]): Generator<number, ChokePoint[]> {
  const found = new Map<string, ChokePoint & { profiles: Set<string> }>();
  for (const [index, { profileId, identities, resources, tier, ways }] of reached.entries()) {
    yield index / reached.length;
    for (const id of commonTo(ways)) {
      const point = found.get(id) ?? { id, pairs: [0, 0, 0], identities: 0, profiles: new Set() };
      found.set(id, point);
      point.pairs[tier] += identities * resources;
      if (point.profiles.has(profileId)) continue;
      point.profiles.add(profileId);
      point.identities += identities;
    }
  }
  return [...found.values()].sort(byPairs).map(({ profiles: _profiles, ...point }) => point);
}

/**
 * Removes the best element again and again. Yields the fraction that is done.
 * @param most the most elements to remove
 * @returns the access to each tier at first, and after each removal
 */
export function* fallingAccess(reached: readonly ReachedJewels[], most: number): Generator<number, LeftAccess[]> {
  const line: LeftAccess[] = [{ id: null, pairs: pairsOf(reached) }];
  for (let left = reached; line.length <= most;) {
    const [best] = yield* chokePointsOf(left);
    if (!best) break;
    left = without(left, best.id);
    line.push({ id: best.id, pairs: pairsOf(left) });
  }
  return line;
}

function without(reached: readonly ReachedJewels[], id: string): ReachedJewels[] {
  return reached.flatMap((one) => {
    const ways = one.ways.filter((way) => !way.includes(id));
    return ways.length === 0 ? [] : [{ ...one, ways }];
  });
}

function pairsOf(reached: readonly ReachedJewels[]): [number, number, number] {
  const count = (tier: number): number => reached.reduce((sum, one) => sum + (one.tier === tier ? one.identities * one.resources : 0), 0);
  return [count(0), count(1), count(2)];
}

function commonTo([first = [], ...others]: readonly (readonly string[])[]): string[] {
  return [...new Set(first)].filter((id) => others.every((way) => way.includes(id)));
}

function byPairs(a: ChokePoint, b: ChokePoint): number {
  const tier = JEWEL_TIERS.find((one) => a.pairs[one] !== b.pairs[one]);
  return tier === undefined ? (a.id < b.id ? -1 : 1) : b.pairs[tier] - a.pairs[tier];
}

/** Returns whether an element concerns all identities of a profile and all resources of a class, and not only the ones that stand for them. */
export function isShared({ removal }: CutElement, of: { identityId: string; resourceId: string; identities: number; resources: number }): boolean {
  const concerns = (id: string): boolean => (id === of.identityId && of.identities > 1) || (id === of.resourceId && of.resources > 1);
  if (removal.kind === 'MEMBERSHIP') return !concerns(removal.member);
  if (removal.kind === 'ATTACHMENT') return !concerns(removal.holder);
  if (removal.kind === 'ASSIGNMENT') return !concerns(removal.principal);
  if (removal.kind === 'PRINCIPAL' && concerns(removal.principal)) return false;
  const { place } = removal.document;
  return place.kind === 'MANAGED' || !concerns(place.kind === 'INLINE' ? place.holder : place.of);
}
