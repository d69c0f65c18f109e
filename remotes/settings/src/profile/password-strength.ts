/** Names of the levels, from 0. */
export const STRENGTHS = ['Weak', 'Fair', 'Good', 'Strong'] as const;

/** Least bits of the levels above the first. */
const BITS = [45, 70, 100];

/** Kinds of characters, and how many of them people choose from. */
const KINDS: readonly [pattern: RegExp, size: number][] = [
  [/\p{Ll}/u, 26],
  [/\p{Lu}/u, 26],
  [/\p{N}/u, 10],
  [/[^\p{L}\p{N}]/u, 30],
];

/**
 * Estimates how hard a password is to guess: the bits of its characters, where repeated characters and steps of one ("aaa", "1234", "cba") count for a
 * quarter. The server's list of common passwords decides besides.
 * @returns index into STRENGTHS
 */
export function passwordStrength(password: string): number {
  const codes = [...password].map((character) => character.toLowerCase().codePointAt(0) ?? 0);
  const kinds = KINDS.filter(([pattern]) => pattern.test(password)).reduce((sum, [, size]) => sum + size, 0);
  const seen = new Set<number>();
  let characters = 0;
  codes.forEach((code, index) => {
    const isStep = index > 0 && Math.abs(code - (codes[index - 1] ?? 0)) <= 1;
    characters += isStep ? 0.25 : seen.has(code) ? 0.6 : 1;
    seen.add(code);
  });
  const bits = characters * Math.log2(Math.max(kinds, 1));
  return BITS.filter((least) => bits >= least).length;
}
