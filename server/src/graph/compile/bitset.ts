/** A set of action numbers as bits: unions and differences over 20,000 actions are a few hundred machine words. */
export class Bitset {
  readonly words: Uint32Array;

  constructor(readonly size: number) {
    this.words = new Uint32Array((size + 31) >>> 5);
  }

  add(index: number): void {
    const word = index >>> 5;
    this.words[word] = (this.words[word] ?? 0) | (1 << (index & 31));
  }

  has(index: number): boolean {
    return ((this.words[index >>> 5] ?? 0) & (1 << (index & 31))) !== 0;
  }

  copy(): Bitset {
    const copy = new Bitset(this.size);
    copy.words.set(this.words);
    return copy;
  }

  /** In place; answers with itself. */
  or(other: Bitset): this {
    for (let index = 0; index < this.words.length; index += 1) this.words[index] = (this.words[index] ?? 0) | (other.words[index] ?? 0);
    return this;
  }

  and(other: Bitset): this {
    for (let index = 0; index < this.words.length; index += 1) this.words[index] = (this.words[index] ?? 0) & (other.words[index] ?? 0);
    return this;
  }

  andNot(other: Bitset): this {
    for (let index = 0; index < this.words.length; index += 1) this.words[index] = (this.words[index] ?? 0) & ~(other.words[index] ?? 0);
    return this;
  }

  complement(): Bitset {
    const result = new Bitset(this.size);
    for (let index = 0; index < this.size; index += 1) if (!this.has(index)) result.add(index);
    return result;
  }

  intersects(other: Bitset): boolean {
    return this.words.some((word, index) => (word & (other.words[index] ?? 0)) !== 0);
  }

  get isEmpty(): boolean {
    return this.words.every((word) => word === 0);
  }

  /** Members in ascending order. */
  *[Symbol.iterator](): Generator<number> {
    for (let word = 0; word < this.words.length; word += 1) {
      let bits = this.words[word] ?? 0;
      while (bits !== 0) {
        yield (word << 5) + (31 - Math.clz32(bits & -bits));
        bits &= bits - 1;
      }
    }
  }
}
