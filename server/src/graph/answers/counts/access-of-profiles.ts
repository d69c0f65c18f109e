import type { Bitset } from '../../engine/bitset';
import { firstFrom, SparseBitset } from '../../engine/sparse-bitset';
import type { AccessModes } from '../../store/access-modes';
import type { ProfileReach } from './profile-reach';

/** The resource classes that a profile can access by kind of access; each kind includes the stronger ones. */
export interface AccessSets {
  any: Readonly<Record<keyof AccessModes, SparseBitset>>;
  /** Those with unconditional access of that kind. */
  sure: Readonly<Record<keyof AccessModes, SparseBitset>>;
  /** Those whose use a log would show. */
  logged: SparseBitset;
}

/** Sets that are joined: three kinds of access, each of them unconditional, and access that a log would show. */
const SURE = 3;
const LOGGED = 6;

/** Numbers of a word: one more than there are sets, so that each word lies in one line of the processor's cache. */
const LANES = 8;

/** Room for the words of principal classes at first. */
const ROOM = 1 << 12;

const kept = new WeakMap<ProfileReach, AccessOfProfiles>();

/**
 * Joins the access of the paths of profiles. Those of an organization have millions of paths, most of them to a few classes, so the words of all principal classes lie
 * side by side in memory, those with members only, and are joined in one pass.
 */
export class AccessOfProfiles {
  /** The first word of each principal class, and the one after its last, by twice its number in paths. Both 0: not known yet. */
  #places = new Int32Array(2 * ROOM);
  /** The numbers of these words, ascending in each principal class, and their sets. */
  #at = new Int32Array(ROOM);
  #words = new Uint32Array(ROOM * LANES);
  /** The number of words. The first one belongs to no class. */
  #used = 1;
  /** The sums, by word. They are empty between calls. */
  readonly #sums: Uint32Array;
  readonly #count: number;

  private constructor(private readonly reach: ProfileReach) {
    this.#count = (reach.classes.length + 31) >>> 5;
    this.#sums = new Uint32Array(this.#count * LANES);
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
    const range = within?.room ?? { first: 0, end: this.#count };
    let [first, end] = [range.end, range.first];
    this.reach.paths.forEachPrincipal(profileId, (number, conditional, isYoung) => {
      if (!this.#places[2 * number]) this.#pack(number);
      const start = this.#places[2 * number] as number;
      const stop = this.#places[2 * number + 1] as number;
      const at = this.#at;
      const from = within ? firstFrom(at, range.first, start, stop) : start;
      const to = within ? firstFrom(at, range.end, start, stop) : stop;
      if (from >= to) return;
      if ((at[from] as number) < first) first = at[from] as number;
      if ((at[to - 1] as number) >= end) end = (at[to - 1] as number) + 1;
      this.#add(from, to, !conditional, !isYoung);
    });
    return this.#take(Math.min(first, end), end);
  }

  /** Runs for each of millions of paths, so it takes single arguments, and no loop goes over the sets. */
  #add(from: number, to: number, sure: boolean, logged: boolean): void {
    const sums = this.#sums;
    const at = this.#at;
    const words = this.#words;
    for (let index = from; index < to; index += 1) {
      const into = (at[index] as number) * LANES;
      const of = index * LANES;
      sums[into] = (sums[into] as number) | (words[of] as number);
      sums[into + 1] = (sums[into + 1] as number) | (words[of + 1] as number);
      sums[into + 2] = (sums[into + 2] as number) | (words[of + 2] as number);
      if (sure) {
        sums[into + 3] = (sums[into + 3] as number) | (words[of + 3] as number);
        sums[into + 4] = (sums[into + 4] as number) | (words[of + 4] as number);
        sums[into + 5] = (sums[into + 5] as number) | (words[of + 5] as number);
      }
      if (logged) sums[into + LOGGED] = (sums[into + LOGGED] as number) | (words[of + LOGGED] as number);
    }
  }

  /** Adds the words of a principal class. */
  #pack(number: number): void {
    const { all, sure, write, admin, sureWrite, sureAdmin, logged } = this.reach.ofPrincipals(this.reach.paths.principalOf(number));
    const start = this.#used;
    const { first, end } = all.room;
    for (let word = first; word < end; word += 1) {
      if (all.word(word) === 0) continue;
      if (this.#used === this.#at.length) {
        this.#at = enlarged(this.#at, Int32Array);
        this.#words = enlarged(this.#words, Uint32Array);
      }
      // Stronger kinds of access include the weaker ones.
      const sets = [all.word(word), write.word(word) | admin.word(word), admin.word(word)];
      const sureSets = [sure.word(word), sureWrite.word(word), sureAdmin.word(word)];
      this.#words.set([...sets, ...sureSets, logged.word(word)], this.#used * LANES);
      this.#at[this.#used] = word;
      this.#used += 1;
    }
    while (2 * number >= this.#places.length) this.#places = enlarged(this.#places, Int32Array);
    this.#places.set([start, this.#used], 2 * number);
  }

  /** Returns the sums between two words, and empties them. */
  #take(first: number, end: number): AccessSets {
    const sums = this.#sums;
    // The first lane includes all others.
    let count = 0;
    for (let word = first; word < end; word += 1) if (sums[word * LANES] !== 0) count += 1;
    const at = new Int32Array(count);
    for (let [word, index] = [first, 0]; index < count; word += 1) if (sums[word * LANES] !== 0) at[index++] = word;
    const lane = (number: number): SparseBitset => {
      const words = new Uint32Array(count);
      for (let index = 0; index < count; index += 1) words[index] = sums[(at[index] as number) * LANES + number] as number;
      return new SparseBitset(at, words);
    };
    const sets = {
      any: { read: lane(0), write: lane(1), admin: lane(2) },
      sure: { read: lane(SURE), write: lane(SURE + 1), admin: lane(SURE + 2) },
      logged: lane(LOGGED),
    };
    for (const word of at) sums.fill(0, word * LANES, (word + 1) * LANES);
    return sets;
  }
}

function enlarged<T extends Int32Array | Uint32Array>(list: T, Type: new (length: number) => T): T {
  const larger = new Type(2 * list.length);
  larger.set(list);
  return larger;
}
