/**
 * Returns how many random cases a differential test tries: `part` in every test run, `all` with `npm run differential`.
 * Each run draws the same cases, so a failure can be reproduced.
 */
export function casesToTry(part: number, all: number): number {
  return process.env.CAM_DIFFERENTIAL === 'full' ? all : part;
}

/** A random generator that repeats itself for the same seed. */
export interface Dice {
  /** Returns a number from 0 to 1. */
  next: () => number;
  chance: (of: number) => boolean;
  one: <T>(list: readonly T[]) => T;
  /** Returns one or two entries of a list. */
  some: <T>(list: readonly T[]) => T[];
  /** Calls `make` a random number of times, from `least` to `most`. */
  times: <T>(least: number, most: number, make: () => T) => T[];
}

/** Returns a small, fast generator of pseudo-random numbers (mulberry32). */
export function dice(seed: number): Dice {
  let state = seed;
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
  const one = <T>(list: readonly T[]): T => list[Math.floor(next() * list.length)] as T;
  const times = <T>(least: number, most: number, make: () => T): T[] => Array.from({ length: least + Math.floor(next() * (most - least + 1)) }, make);
  return { next, chance: (of) => next() < of, one, times, some: (list) => times(1, 2, () => one(list)) };
}
