import { Bitset } from '../../engine/bitset';
import type { Tier } from '../../store/risk-rows';
import type { ProfileReach, ReachSets } from '../counts/profile-reach';
import type { TieredResource, YoungPaths } from './read-graph';
import { MODES, type Level, type Mode } from './score';

/** The resource classes that a profile can access by kind of access; each kind includes the stronger ones. */
export interface AccessSets {
  any: Readonly<Record<Mode, Bitset>>;
  /** Those with unconditional access of that kind. */
  sure: Readonly<Record<Mode, Bitset>>;
  /** Those whose use a log would show. */
  logged: Bitset;
}

/** Sets that are joined: three kinds of access, each of them unconditional, and access that a log would show. */
const LANES = 7;
const SURE = MODES.length;
const LOGGED = LANES - 1;

/** The access of a principal class: its words, each with one number for each lane. */
interface PackedSets {
  first: number;
  words: Uint32Array;
}

/**
 * Joins the access of the paths of profiles. Those of an organization have millions of paths, most of them to a few classes, so the sets of a principal class lie side
 * by side in memory and are joined in one pass.
 */
export class AccessOfProfiles {
  /** By the number of the principal class in paths. */
  readonly #packed: PackedSets[] = [];
  /** The sums, with lanes like those of a principal class. They are empty between calls. */
  readonly #sums: Uint32Array;
  readonly #words: number;

  constructor(
    private readonly reach: ProfileReach,
    private readonly young: Pick<YoungPaths, 'of'>,
  ) {
    this.#words = (reach.classes.length + 31) >>> 5;
    this.#sums = new Uint32Array(this.#words * LANES);
  }

  /**
   * Returns the access of a profile.
   * @param within only these classes; absent: all
   */
  of(profileId: string, within?: Bitset): AccessSets {
    const young = this.young.of(profileId);
    const range = within?.room ?? { first: 0, end: this.#words };
    let [first, end] = [range.end, range.first];
    for (const { pclass_id: id, pclass_number: number, conditional } of this.reach.paths.get(profileId) ?? []) {
      const sets = (this.#packed[number] ??= pack(this.reach.ofPrincipals(id)));
      const from = Math.max(sets.first, range.first);
      const to = Math.min(sets.first + sets.words.length / LANES, range.end);
      if (from >= to) continue;
      first = Math.min(first, from);
      end = Math.max(end, to);
      this.#add(sets, { from, to }, { conditional, logged: !young.has(id) });
    }
    return this.#take(Math.min(first, end), end);
  }

  #add(
    { first, words }: PackedSets,
    { from, to }: { from: number; to: number },
    { conditional, logged }: { conditional: boolean; logged: boolean },
  ): void {
    const sums = this.#sums;
    for (let word = from; word < to; word += 1) {
      const [at, into] = [(word - first) * LANES, word * LANES];
      for (let lane = 0; lane < SURE; lane += 1) sums[into + lane] = (sums[into + lane] ?? 0) | (words[at + lane] ?? 0);
      if (!conditional) for (let lane = SURE; lane < LOGGED; lane += 1) sums[into + lane] = (sums[into + lane] ?? 0) | (words[at + lane] ?? 0);
      if (logged) sums[into + LOGGED] = (sums[into + LOGGED] ?? 0) | (words[at + LOGGED] ?? 0);
    }
  }

  /** Returns the sums between two words, and empties them. */
  #take(first: number, end: number): AccessSets {
    const lane = (number: number): Bitset => {
      const words = new Uint32Array(end - first);
      for (let word = first; word < end; word += 1) words[word - first] = this.#sums[word * LANES + number] ?? 0;
      return Bitset.ofWords(this.reach.classes.length, first, words);
    };
    const sets = {
      any: { read: lane(0), write: lane(1), admin: lane(2) },
      sure: { read: lane(SURE), write: lane(SURE + 1), admin: lane(SURE + 2) },
      logged: lane(LOGGED),
    };
    this.#sums.fill(0, first * LANES, end * LANES);
    return sets;
  }
}

function pack({ all, sure, write, admin, sureWrite, sureAdmin, logged }: ReachSets): PackedSets {
  // Stronger kinds of access include the weaker ones.
  const lanes = [[all], [write, admin], [admin], [sure], [sureWrite], [sureAdmin], [logged]];
  const { first, end } = all.room;
  const words = new Uint32Array((end - first) * LANES);
  for (let word = first; word < end; word += 1)
    for (const [lane, sets] of lanes.entries()) words[(word - first) * LANES + lane] = sets.reduce((bits, set) => bits | set.word(word), 0);
  return { first, words };
}

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
