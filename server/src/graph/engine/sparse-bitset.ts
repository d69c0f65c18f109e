import { visitBits, weightOf, type Bitset } from './bitset';

/**
 * A set of numbers as bits, of which it stores only the words with members. The classes that a profile can access lie in a few accounts far apart, so that six of seven words
 * between the first and the last one are empty. Several sets may share the list of word numbers, and then have empty words.
 */
export class SparseBitset {
  /**
   * @param at numbers of the stored words, ascending
   * @param words the words of 32 members each, in the same order
   */
  constructor(
    private readonly at: Int32Array,
    private readonly words: Uint32Array,
  ) {}

  has(member: number): boolean {
    const index = firstFrom(this.at, member >>> 5);
    return this.at[index] === member >>> 5 && ((this.words[index] as number) & (1 << (member & 31))) !== 0;
  }

  get isEmpty(): boolean {
    for (let index = 0; index < this.words.length; index += 1) if (this.words[index] !== 0) return false;
    return true;
  }

  /** Reports whether another set, with the same list of word numbers, has the same members. */
  equals(other: SparseBitset): boolean {
    if (this.at !== other.at) throw new Error('the sets do not share their list of word numbers');
    for (let index = 0; index < this.words.length; index += 1) if (this.words[index] !== other.words[index]) return false;
    return true;
  }

  intersects(other: Bitset): boolean {
    for (let index = 0; index < this.at.length; index += 1)
      if (((this.words[index] as number) & other.word(this.at[index] as number)) !== 0) return true;
    return false;
  }

  /** Calls back with each member in ascending order. */
  forEach(visit: (member: number) => void): void {
    for (let index = 0; index < this.at.length; index += 1) visitBits(this.at[index] as number, this.words[index] as number, visit);
  }

  /** Calls back with each member that is also in another set, in ascending order. */
  forEachIn(other: Bitset, visit: (member: number) => void): void {
    for (let index = 0; index < this.at.length; index += 1) {
      const number = this.at[index] as number;
      visitBits(number, (this.words[index] as number) & other.word(number), visit);
    }
  }

  /**
   * Adds up the weights of the members.
   * @param ofWords the sums of the weights of each 32 numbers: those of large sets are mostly full
   */
  weigh(weights: Uint32Array, ofWords: Uint32Array): number {
    let sum = 0;
    for (let index = 0; index < this.at.length; index += 1) sum += weightOf(this.at[index] as number, this.words[index] as number, weights, ofWords);
    return sum;
  }
}

/**
 * Returns the index of the first number from `least` on in a part of an ascending list; the end of the part if there is none.
 * @param from the begin of the part; absent: that of the list
 * @param to the end of the part, exclusive; absent: that of the list
 */
export function firstFrom(ascending: Int32Array, least: number, from = 0, to = ascending.length): number {
  let [low, high] = [from, to];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((ascending[middle] as number) < least) low = middle + 1;
    else high = middle;
  }
  return low;
}
