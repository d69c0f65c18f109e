import type { ResourcesByTier } from './held-access';

/** Most units that give an access together. Approvers judge, and somebody carries out and takes back, each of them. */
export const MOST_TOGETHER = 4;
/** Sets that are offered. */
const MOST_SETS = 5;
/** Steps of a search before it ends with what it found. */
const MOST_STEPS = 200_000;

/** Resources of a tier that some units give besides, all of them alike. */
export interface Share {
  /** Places of the units among all. */
  units: readonly number[];
  tier: number;
  count: number;
}

/** The smallest sets of units that give an access together. */
export interface FoundSets {
  /** Places of the units, those that give the least besides first. */
  sets: number[][];
  /** False: the search ended before it compared all sets. */
  isExact: boolean;
}

/** Counts the resources of each tier that at least one of some units gives. Units can be added and taken away again. */
export class Besides {
  readonly #sharesOf = new Map<number, Share[]>();
  /** The number of present units that give a share. */
  readonly #present = new Map<Share, number>();
  readonly counts: ResourcesByTier = [0, 0, 0, 0];

  constructor(shares: readonly Share[]) {
    for (const share of shares) for (const unit of share.units) this.#sharesOf.set(unit, [...(this.#sharesOf.get(unit) ?? []), share]);
  }

  add(unit: number): void {
    for (const share of this.#sharesOf.get(unit) ?? []) {
      const present = this.#present.get(share) ?? 0;
      if (present === 0) this.counts[share.tier as 0] += share.count;
      this.#present.set(share, present + 1);
    }
  }

  takeAway(unit: number): void {
    for (const share of this.#sharesOf.get(unit) ?? []) {
      const present = (this.#present.get(share) ?? 0) - 1;
      if (present === 0) this.counts[share.tier as 0] -= share.count;
      this.#present.set(share, present);
    }
  }

  /** Returns what a set of units gives. */
  of(units: readonly number[]): ResourcesByTier {
    for (const unit of units) this.add(unit);
    const counts: ResourcesByTier = [...this.counts];
    for (const unit of units) this.takeAway(unit);
    return counts;
  }
}

/** Compares counts by tier: fewer of the most important tier come first. */
export function compareCounts(one: ResourcesByTier, other: ResourcesByTier): number {
  const tier = one.findIndex((count, place) => count !== other[place]);
  return tier < 0 ? 0 : (one[tier] ?? 0) - (other[tier] ?? 0);
}

/**
 * Returns the smallest sets of units that give all that is wanted, those that give the least besides first. It tries all sets of two units, then of three, up to
 * `MOST_TOGETHER`, and leaves out only those that cannot be among the best `MOST_SETS` of their size.
 * @param given the wanted names that each unit gives
 * @param below only sets that give less besides, so less than the best single unit; undefined: all
 */
export function leastSets(
  given: readonly ReadonlySet<string>[],
  wanted: readonly string[],
  shares: readonly Share[],
  { below, mostSteps = MOST_STEPS }: { below?: ResourcesByTier; mostSteps?: number } = {},
): FoundSets {
  const search = new SetSearch(given, wanted, new Besides(shares), { below, mostSteps });
  for (let size = 2; size <= MOST_TOGETHER; size++) {
    const sets = search.ofSize(size);
    if (sets.length > 0 || !search.isExact) return { sets, isExact: search.isExact };
  }
  return { sets: [], isExact: true };
}

class SetSearch {
  /** Places of the units that give each wanted name, those that give the least besides first. */
  readonly #givers: ReadonlyMap<string, readonly number[]>;
  readonly #most: number;
  #steps = 0;
  #best: { units: number[]; counts: ResourcesByTier }[] = [];

  constructor(
    private readonly given: readonly ReadonlySet<string>[],
    private readonly wanted: readonly string[],
    private readonly besides: Besides,
    private readonly limits: { below: ResourcesByTier | undefined; mostSteps: number },
  ) {
    const own = given.map((_names, unit) => besides.of([unit]));
    const units = given.map((_names, unit) => unit).sort((a, b) => compareCounts(own[a] as ResourcesByTier, own[b] as ResourcesByTier) || a - b);
    this.#givers = new Map(wanted.map((name) => [name, units.filter((unit) => given[unit]?.has(name))]));
    this.#most = Math.max(0, ...given.map((names) => names.size));
  }

  get isExact(): boolean {
    return this.#steps < this.limits.mostSteps;
  }

  ofSize(size: number): number[][] {
    this.#best = [];
    if (this.wanted.every((name) => this.#givers.get(name)?.length)) this.#extend([], new Set(this.wanted), new Set(), size);
    return this.#best.map(({ units }) => units);
  }

  /** Adds each unit that gives the name with the fewest givers. Units tried before are left out, so that no set comes twice. */
  #extend(chosen: number[], missing: ReadonlySet<string>, leftOut: ReadonlySet<number>, left: number): void {
    if (!this.isExact) return;
    this.#steps += 1;
    const below = this.#best.length < MOST_SETS ? this.limits.below : this.#best.at(-1)?.counts;
    if (below && compareCounts(this.besides.counts, below) >= 0) return;
    if (missing.size === 0) return this.#keep(chosen);
    if (missing.size > left * this.#most) return;
    const giversOf = (name: string): number[] => (this.#givers.get(name) ?? []).filter((unit) => !leftOut.has(unit));
    const [givers = []] = [...missing].map(giversOf).sort((one, other) => one.length - other.length);
    const tried = new Set(leftOut);
    for (const unit of givers) {
      this.besides.add(unit);
      const names = this.given[unit];
      this.#extend([...chosen, unit], new Set([...missing].filter((name) => !names?.has(name))), tried, left - 1);
      this.besides.takeAway(unit);
      tried.add(unit);
    }
  }

  #keep(units: number[]): void {
    const counts: ResourcesByTier = [...this.besides.counts];
    const place = this.#best.findIndex((other) => compareCounts(counts, other.counts) < 0);
    this.#best.splice(place < 0 ? this.#best.length : place, 0, { units: [...units].sort((one, other) => one - other), counts });
    this.#best.splice(MOST_SETS);
  }
}
