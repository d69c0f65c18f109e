/**
 * How many random cases a differential test tries: a part with every test run, all of them with `npm run differential`.
 * The cases are the same in each run, so what fails can be looked at again.
 */
export function casesToTry(part: number, all: number): number {
  return process.env.CAM_DIFFERENTIAL === 'full' ? all : part;
}

/** Draws from lists, the same for the same seed. */
export interface Dice {
  /** 0 to 1. */
  next: () => number;
  chance: (of: number) => boolean;
  one: <T>(list: readonly T[]) => T;
  /** One or more of a list, rather few. */
  some: <T>(list: readonly T[]) => T[];
  /** As many as drawn, from `least` to `most`. */
  times: <T>(least: number, most: number, make: () => T) => T[];
}

/** A small fast generator of pseudo-random numbers (mulberry32). */
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
