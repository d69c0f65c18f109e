import { Bitset } from '../../engine/bitset';
import type { ProfileReach, ReachSets } from '../counts/profile-reach';
import { MODES, type Mode } from './score';

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
  /** The number of the first word, and of the word after the last one. */
  first: number;
  end: number;
  words: Uint32Array;
}

const kept = new WeakMap<ProfileReach, AccessOfProfiles>();

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

  private constructor(private readonly reach: ProfileReach) {
    this.#words = (reach.classes.length + 31) >>> 5;
    this.#sums = new Uint32Array(this.#words * LANES);
  }

  /** Returns what joins the access of a tenant. It is kept with that access, because scores of entities and of findings follow each other. */
  static over(reach: ProfileReach): AccessOfProfiles {
    const known = kept.get(reach) ?? new AccessOfProfiles(reach);
    kept.set(reach, known);
    return known;
  }

  /**
   * Returns the access of a profile.
   * @param within only these classes; absent: all
   */
  of(profileId: string, within?: Bitset): AccessSets {
    const range = within?.room ?? { first: 0, end: this.#words };
    let [first, end] = [range.end, range.first];
    const { paths } = this.reach;
    paths.forEachPrincipal(profileId, (number, conditional, isYoung) => {
      const sets = (this.#packed[number] ??= pack(this.reach.ofPrincipals(paths.principalOf(number))));
      const from = sets.first > range.first ? sets.first : range.first;
      const to = sets.end < range.end ? sets.end : range.end;
      if (from >= to) return;
      if (from < first) first = from;
      if (to > end) end = to;
      this.#add(sets, from, to, conditional, !isYoung);
    });
    return this.#take(Math.min(first, end), end);
  }

  /** Takes single arguments, because it runs for each of millions of paths. */
  #add({ first, words }: PackedSets, from: number, to: number, conditional: boolean, logged: boolean): void {
    const sums = this.#sums;
    const lanes = conditional ? SURE : LOGGED;
    let at = (from - first) * LANES;
    for (let into = from * LANES, end = to * LANES; into < end; into += LANES, at += LANES) {
      for (let lane = 0; lane < lanes; lane += 1) {
        const bits = words[at + lane] as number;
        if (bits !== 0) sums[into + lane] = (sums[into + lane] as number) | bits;
      }
      if (logged) sums[into + LOGGED] = (sums[into + LOGGED] as number) | (words[at + LOGGED] as number);
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
  return { first, end, words };
}
