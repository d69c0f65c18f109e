import { Bitset } from '../../engine/bitset';
import type { Tier } from '../../store/risk-rows';
import type { ProfileReach } from '../counts/profile-reach';
import type { AccessSets } from '../counts/access-of-profiles';
import type { TieredResource } from './read-graph';
import { MODES, type Level } from './score';

/** The classes with resources of a tier, or of more important ones. */
interface TierClasses {
  classes: Bitset;
  /** Number of such resources by class number. */
  counts: ReadonlyMap<number, number>;
}

/** Names of the worst resources that a reason shows. */
const MOST_NAMES = 3;

/** The tiers of resources, by resource class. */
export class ClassTiers {
  readonly #upTo: readonly TierClasses[];
  readonly #byClass = new Map<number, TieredResource[]>();

  constructor(
    private readonly reach: ProfileReach,
    resources: readonly TieredResource[],
  ) {
    const numbers = new Map(reach.classes.map(({ id }, number) => [id, number]));
    for (const resource of resources) {
      const number = numbers.get(resource.class_id);
      if (number === undefined) continue;
      const known = this.#byClass.get(number);
      if (known) known.push(resource);
      else this.#byClass.set(number, [resource]);
    }
    this.#upTo = ([0, 1, 2] as const).map((tier) => this.#classesUpTo(tier));
  }

  /** Returns the classes with a resource of exactly this tier. */
  exactly(tier: Tier): Bitset {
    const found = [...this.#byClass].filter(([, resources]) => resources.some((one) => one.tier === tier)).map(([number]) => number);
    return Bitset.of(this.reach.classes.length, found);
  }

  /** Returns the first resource of a tier in a class. */
  first(number: number, tier: Tier): TieredResource | undefined {
    return this.#byClass.get(number)?.find((one) => one.tier === tier);
  }

  /** Returns every level at which some access exists. */
  levels({ any, sure }: Pick<AccessSets, 'any' | 'sure'>): Level[] {
    const found: Level[] = [];
    for (const mode of MODES) {
      for (const [tier, { classes, counts }] of this.#upTo.entries()) {
        let count = 0;
        any[mode].forEachIn(classes, (number) => {
          count += counts.get(number) ?? 0;
        });
        if (count > 0) found.push({ tier: tier as Tier, mode, count, conditional: !sure[mode].intersects(classes) });
      }
      const all = this.reach.count(any[mode]);
      if (all > 0) found.push({ tier: 3, mode, count: all, conditional: sure[mode].isEmpty });
    }
    return found;
  }

  /** Returns the names of the first resources of a level. The last tier is too large to name any. */
  names({ any }: Pick<AccessSets, 'any'>, { tier, mode }: Pick<Level, 'tier' | 'mode'>): string[] {
    const classes = this.#upTo[tier]?.classes;
    if (!classes) return [];
    const found: TieredResource[] = [];
    any[mode].forEachIn(classes, (number) => {
      found.push(...(this.#byClass.get(number) ?? []).filter((one) => one.tier <= tier).slice(0, MOST_NAMES));
    });
    found.sort((a, b) => a.tier - b.tier || (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
    return found.slice(0, MOST_NAMES).map(({ name }) => name);
  }

  #classesUpTo(tier: Tier): TierClasses {
    const counts = new Map<number, number>();
    for (const [number, resources] of this.#byClass) {
      const count = resources.filter((one) => one.tier <= tier).length;
      if (count > 0) counts.set(number, count);
    }
    return { classes: Bitset.of(this.reach.classes.length, [...counts.keys()]), counts };
  }
}
