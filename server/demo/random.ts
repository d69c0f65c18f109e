/**
 * Pseudo-random numbers that depend only on a seed and a key. The numbers of a key do not depend on earlier draws, so any part of the tenant can
 * be generated separately, in any order, with the same result.
 */
export class Seed {
  constructor(private readonly seed: number) {}

  /** Returns the numbers for a key, such as `at('person', 12)`. */
  at(...key: readonly (string | number)[]): Rng {
    return new Rng(hash(`${this.seed}/${key.join('/')}`));
  }
}

const ALPHANUMERIC = 'abcdefghijklmnopqrstuvwxyz0123456789';
const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

export class Rng {
  constructor(private state: number) {}

  /** Returns a number from 0 (inclusive) to 1 (exclusive). */
  next(): number {
    this.state = (this.state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.state ^ (this.state >>> 15), this.state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  /** Returns an integer from 0 (inclusive) to `below` (exclusive). */
  int(below: number): number {
    return Math.floor(this.next() * below);
  }

  between(least: number, most: number): number {
    return least + this.int(most - least + 1);
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }

  /** Returns an element of a list, which must not be empty. */
  pick<T>(list: readonly T[]): T {
    return list[this.int(list.length)] as T;
  }

  /** Returns one of the choices, with a probability proportional to its weight. */
  weighted<T>(choices: readonly (readonly [choice: T, weight: number])[]): T {
    let left = this.next() * choices.reduce((sum, [, weight]) => sum + weight, 0);
    for (const [choice, weight] of choices) {
      left -= weight;
      if (left < 0) return choice;
    }
    return (choices.at(-1) as readonly [T, number])[0];
  }

  text(length: number, alphabet: string): string {
    let text = '';
    for (let index = 0; index < length; index++) text += alphabet[this.int(alphabet.length)];
    return text;
  }

  hex(length: number): string {
    return this.text(length, '0123456789abcdef');
  }

  alphanumeric(length: number): string {
    return this.text(length, ALPHANUMERIC);
  }

  /** Returns decimal digits, the first of them not 0. */
  digits(length: number): string {
    return this.text(1, '123456789') + this.text(length - 1, '0123456789');
  }

  /** Returns a unique id of AWS IAM. @param prefix AIDA for users, AROA for roles, AKIA for access keys, ... */
  iamId(prefix: string): string {
    return prefix + this.text(17, BASE32);
  }

  /** Returns a version 4 UUID. */
  uuid(): string {
    return `${this.hex(8)}-${this.hex(4)}-4${this.hex(3)}-${this.text(1, '89ab')}${this.hex(3)}-${this.hex(12)}`;
  }
}

/** Hashes the characters of a text with MurmurHash3's mixing. */
function hash(text: string): number {
  let mixed = 0x9747b28c;
  for (let index = 0; index < text.length; index++) {
    mixed = Math.imul(mixed ^ text.charCodeAt(index), 0x5bd1e995);
    mixed ^= mixed >>> 15;
  }
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return mixed ^ (mixed >>> 16);
}
