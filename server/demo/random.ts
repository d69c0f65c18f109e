/**
 * Numbers that look random and follow from a seed and a key alone. Whatever is drawn for one key does not depend on what was drawn before,
 * so any part of the tenant can be made by itself, in any order, and comes out the same.
 */
export class Seed {
  constructor(private readonly seed: number) {}

  /** The numbers of one thing, such as `at('person', 12)`. */
  at(...key: readonly (string | number)[]): Rng {
    return new Rng(hash(`${this.seed}/${key.join('/')}`));
  }
}

const ALPHANUMERIC = 'abcdefghijklmnopqrstuvwxyz0123456789';
const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

export class Rng {
  constructor(private state: number) {}

  /** From 0 up to, and without, 1. */
  next(): number {
    this.state = (this.state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.state ^ (this.state >>> 15), this.state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  /** From 0 up to, and without, `below`. */
  int(below: number): number {
    return Math.floor(this.next() * below);
  }

  between(least: number, most: number): number {
    return least + this.int(most - least + 1);
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }

  /** One of a list that is not empty. */
  pick<T>(list: readonly T[]): T {
    return list[this.int(list.length)] as T;
  }

  /** One of several, each as often as its weight says. */
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

  /** Decimal digits, the first of them not 0. */
  digits(length: number): string {
    return this.text(1, '123456789') + this.text(length - 1, '0123456789');
  }

  /** A unique id of AWS's IAM: AIDA for users, AROA for roles, AKIA for access keys, ... */
  iamId(prefix: string): string {
    return prefix + this.text(17, BASE32);
  }

  /** A version 4 UUID. */
  uuid(): string {
    return `${this.hex(8)}-${this.hex(4)}-4${this.hex(3)}-${this.text(1, '89ab')}${this.hex(3)}-${this.hex(12)}`;
  }
}

/** MurmurHash3's mixing over the characters of a text. */
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
