/**
 * A set of action numbers as bits. It keeps the words between its first and its last possible member only: the actions of one service
 * stand together, so a set of them is a few words of the hundreds that all actions need.
 */
export class Bitset {
  private constructor(
    /** How many actions there are. */
    readonly size: number,
    /** Number of the word that `words` begins with. */
    private readonly first: number,
    private readonly words: Uint32Array,
  ) {}

  /** Nothing; room for everything. */
  static empty(size: number): Bitset {
    return new Bitset(size, 0, new Uint32Array((size + 31) >>> 5));
  }

  static of(size: number, members: readonly number[]): Bitset {
    if (members.length === 0) return new Bitset(size, 0, new Uint32Array(0));
    const first = Math.min(...members.map((index) => index >>> 5));
    const last = Math.max(...members.map((index) => index >>> 5));
    const set = new Bitset(size, first, new Uint32Array(last - first + 1));
    for (const index of members) set.add(index);
    return set;
  }

  /** Nothing; room for what could be in the other set. */
  emptyLike(): Bitset {
    return new Bitset(this.size, this.first, new Uint32Array(this.words.length));
  }

  /** Nothing; room for what could be in one of the sets. */
  static emptyLikeAll(sets: readonly Bitset[]): Bitset {
    const [any] = sets;
    if (!any) throw new Error('there is no set to make room for');
    const first = Math.min(...sets.map((set) => set.first));
    const end = Math.max(...sets.map((set) => set.first + set.words.length));
    return new Bitset(any.size, first, new Uint32Array(end - first));
  }

  /** Nothing happens where there is no room for it. */
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

  /** In place; answers with itself. What there is no room for is left out. */
  or(other: Bitset): this {
    const shift = this.first - other.first;
    for (let index = 0; index < this.words.length; index += 1) this.words[index] = (this.words[index] ?? 0) | (other.words[index + shift] ?? 0);
    return this;
  }

  and(other: Bitset): this {
    const shift = this.first - other.first;
    for (let index = 0; index < this.words.length; index += 1) this.words[index] = (this.words[index] ?? 0) & (other.words[index + shift] ?? 0);
    return this;
  }

  andNot(other: Bitset): this {
    const shift = this.first - other.first;
    for (let index = 0; index < this.words.length; index += 1) this.words[index] = (this.words[index] ?? 0) & ~(other.words[index + shift] ?? 0);
    return this;
  }

  /** Every action that is not in it. */
  complement(): Bitset {
    const result = Bitset.empty(this.size);
    for (let index = 0; index < this.size; index += 1) if (!this.has(index)) result.add(index);
    return result;
  }

  intersects(other: Bitset): boolean {
    const shift = this.first - other.first;
    for (let index = 0; index < this.words.length; index += 1) if (((this.words[index] ?? 0) & (other.words[index + shift] ?? 0)) !== 0) return true;
    return false;
  }

  get isEmpty(): boolean {
    for (let index = 0; index < this.words.length; index += 1) if (this.words[index] !== 0) return false;
    return true;
  }

  /** The same for sets of the same members. */
  get key(): string {
    let [start, end] = [0, this.words.length];
    while (start < end && this.words[start] === 0) start += 1;
    while (end > start && this.words[end - 1] === 0) end -= 1;
    return start === end ? '' : `${this.first + start} ${Buffer.from(this.words.slice(start, end).buffer).toString('base64')}`;
  }

  /** Every action is in it. */
  get isFull(): boolean {
    for (let index = 0; index < this.size; index += 1) if (!this.has(index)) return false;
    return true;
  }

  /** Members in ascending order. */
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
