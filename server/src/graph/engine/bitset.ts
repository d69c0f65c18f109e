/**
 * A set of small numbers, mainly of actions, as bits. It stores only the words between its first and last possible member. The actions of one service
 * are adjacent, so their set needs few of the hundreds of words for all actions.
 */
export class Bitset {
  private constructor(
    /** Upper bound of the members, exclusive. */
    readonly size: number,
    /** Number of the first word in `words`. */
    private readonly first: number,
    private readonly words: Uint32Array,
  ) {}

  /** Number of the word after the last one. */
  private get end(): number {
    return this.first + this.words.length;
  }

  /** Returns an empty set with room for every number below `size`. */
  static empty(size: number): Bitset {
    return new Bitset(size, 0, new Uint32Array((size + 31) >>> 5));
  }

  static of(size: number, members: readonly number[]): Bitset {
    if (members.length === 0) return new Bitset(size, 0, new Uint32Array(0));
    let [first, last] = [Infinity, 0];
    for (const index of members) {
      first = Math.min(first, index >>> 5);
      last = Math.max(last, index >>> 5);
    }
    const set = new Bitset(size, first, new Uint32Array(last - first + 1));
    for (const index of members) set.add(index);
    return set;
  }

  /** Returns a set whose words from a number on are given. */
  static ofWords(size: number, first: number, words: Uint32Array): Bitset {
    return new Bitset(size, first, words);
  }

  /** The numbers of the first stored word, and of the word after the last one. */
  get room(): { first: number; end: number } {
    return { first: this.first, end: this.end };
  }

  /** Returns a word of 32 members by its number. */
  word(number: number): number {
    return this.words[number - this.first] ?? 0;
  }

  /** Returns an empty set with the same room. */
  emptyLike(): Bitset {
    return new Bitset(this.size, this.first, new Uint32Array(this.words.length));
  }

  /** Returns an empty set with room for the members of all sets. */
  static emptyLikeAll(sets: readonly Bitset[]): Bitset {
    const [any] = sets;
    if (!any) throw new Error('at least one set is required');
    let [first, end] = [Infinity, 0];
    for (const set of sets) {
      if (set.words.length === 0) continue;
      first = Math.min(first, set.first);
      end = Math.max(end, set.end);
    }
    return end === 0 ? new Bitset(any.size, 0, new Uint32Array(0)) : new Bitset(any.size, first, new Uint32Array(end - first));
  }

  /** Returns a new set with the members of at least one set. */
  static union(sets: readonly Bitset[]): Bitset {
    return sets.reduce((all, set) => all.or(set), Bitset.emptyLikeAll(sets));
  }

  /** Adds a number. A number without room is ignored. */
  add(index: number): void {
    const word = (index >>> 5) - this.first;
    if (word >= 0 && word < this.words.length) this.words[word] = (this.words[word] ?? 0) | (1 << (index & 31));
  }

  has(index: number): boolean {
    return ((this.words[(index >>> 5) - this.first] ?? 0) & (1 << (index & 31))) !== 0;
  }

  copy(): Bitset {
    return new Bitset(this.size, this.first, this.words.slice());
  }

  /** Adds the members of another set in place and returns this set. Members without room are left out. */
  or(other: Bitset): this {
    const { words, first } = this;
    for (let word = Math.max(first, other.first), end = Math.min(this.end, other.end); word < end; word += 1)
      words[word - first] = (words[word - first] ?? 0) | (other.words[word - other.first] ?? 0);
    return this;
  }

  and(other: Bitset): this {
    const shift = this.first - other.first;
    for (let index = 0; index < this.words.length; index += 1) this.words[index] = (this.words[index] ?? 0) & (other.words[index + shift] ?? 0);
    return this;
  }

  andNot(other: Bitset): this {
    const { words, first } = this;
    for (let word = Math.max(first, other.first), end = Math.min(this.end, other.end); word < end; word += 1)
      words[word - first] = (words[word - first] ?? 0) & ~(other.words[word - other.first] ?? 0);
    return this;
  }

  /** Returns the set of all numbers that are not in this set. */
  complement(): Bitset {
    const result = Bitset.empty(this.size);
    for (let index = 0; index < this.size; index += 1) if (!this.has(index)) result.add(index);
    return result;
  }

  intersects(other: Bitset): boolean {
    for (let word = Math.max(this.first, other.first), end = Math.min(this.end, other.end); word < end; word += 1)
      if (((this.words[word - this.first] ?? 0) & (other.words[word - other.first] ?? 0)) !== 0) return true;
    return false;
  }

  get isEmpty(): boolean {
    for (let index = 0; index < this.words.length; index += 1) if (this.words[index] !== 0) return false;
    return true;
  }

  /** Returns a text that is equal for sets with equal members. */
  get key(): string {
    let [start, end] = [0, this.words.length];
    while (start < end && this.words[start] === 0) start += 1;
    while (end > start && this.words[end - 1] === 0) end -= 1;
    return start === end ? '' : `${this.first + start} ${Buffer.from(this.words.slice(start, end).buffer).toString('base64')}`;
  }

  /** Reports whether the set contains every number. */
  get isFull(): boolean {
    for (let index = 0; index < this.size; index += 1) if (!this.has(index)) return false;
    return true;
  }

  /** Calls back with each member in ascending order. For large sets this is faster than the iterator. */
  forEach(visit: (member: number) => void): void {
    for (let word = 0; word < this.words.length; word += 1) visitBits(word + this.first, this.words[word] ?? 0, visit);
  }

  /** Calls back with each member that is also in another set, in ascending order. */
  forEachIn(other: Bitset, visit: (member: number) => void): void {
    for (let word = Math.max(this.first, other.first), end = Math.min(this.end, other.end); word < end; word += 1)
      visitBits(word, (this.words[word - this.first] ?? 0) & (other.words[word - other.first] ?? 0), visit);
  }

  /**
   * Adds up the weights of the members.
   * @param ofWords the sums of the weights of each 32 numbers: those of large sets are mostly full
   */
  weigh(weights: Uint32Array, ofWords: Uint32Array): number {
    let sum = 0;
    for (let word = 0; word < this.words.length; word += 1) sum += weightOf(word + this.first, this.words[word] ?? 0, weights, ofWords);
    return sum;
  }

  /** Yields the members in ascending order. */
  *[Symbol.iterator](): Generator<number> {
    for (let word = 0; word < this.words.length; word += 1) {
      let bits = this.words[word] ?? 0;
      while (bits !== 0) {
        yield ((word + this.first) << 5) + (31 - Math.clz32(bits & -bits));
        bits &= bits - 1;
      }
    }
  }
}

/** Calls back with each member of a word of 32 members, in ascending order. */
export function visitBits(word: number, members: number, visit: (member: number) => void): void {
  for (let bits = members; bits !== 0; bits &= bits - 1) visit((word << 5) + (31 - Math.clz32(bits & -bits)));
}

/**
 * Adds up the weights of the members of a word.
 * @param ofWords the sums of the weights of each 32 numbers
 */
export function weightOf(word: number, members: number, weights: Uint32Array, ofWords: Uint32Array): number {
  // Bits of a word may be read as a negative number.
  if (members >>> 0 === 0xffffffff) return ofWords[word] ?? 0;
  let sum = 0;
  for (let bits = members; bits !== 0; bits &= bits - 1) sum += weights[(word << 5) + (31 - Math.clz32(bits & -bits))] ?? 0;
  return sum;
}
