import type { PaletteEntry } from './palette-entry';

/** Weights of the ways in which a text finds an entry. Frequent use moves an entry within its kind, and at most into the next better one. */
const EXACT_PREFIX = 1000;
const WORD_PREFIX = 700;
export const KEYWORD = 500;
const LETTERS = 200;

/**
 * Returns how well a text finds an entry: its beginning first, then the beginning of a word, then a keyword, then its letters in order.
 * @returns 0 where it does not
 */
export function scoreOf({ text, keywords = '' }: Pick<PaletteEntry, 'text' | 'keywords'>, wanted: string): number {
  const name = text.toLowerCase();
  const words = wanted.toLowerCase().split(/\s+/).filter(Boolean);
  const whole = words.join(' ');
  // A short name is a closer match than a long one.
  const closeness = Math.max(0, 60 - name.length);
  if (name.startsWith(whole)) return EXACT_PREFIX + closeness;
  if (words.every((word) => ` ${name}`.includes(` ${word}`))) return WORD_PREFIX + closeness;
  if (words.every((word) => ` ${name} ${keywords.toLowerCase()}`.includes(` ${word}`))) return KEYWORD + closeness;
  const gaps = gapsOf(name, whole.replace(/ /g, ''));
  return gaps === null ? 0 : Math.max(1, LETTERS - gaps * 10 + closeness);
}

/** Returns how many letters stand between those that are wanted, or null where they do not all occur in order. */
function gapsOf(name: string, letters: string): number | null {
  let at = name.indexOf(letters.charAt(0));
  if (at < 0 || letters.length < 2) return null;
  let gaps = 0;
  for (const letter of letters.slice(1)) {
    const next = name.indexOf(letter, at + 1);
    if (next < 0) return null;
    gaps += next - at - 1;
    at = next;
  }
  // Letters that are far apart are found by chance.
  return gaps > letters.length * 2 ? null : gaps;
}

/**
 * Returns the entries that a text finds, the best first.
 * @param useOf how much a user uses an entry, as a number of recent uses
 */
export function ranked(entries: readonly PaletteEntry[], wanted: string, useOf: (id: string) => number): PaletteEntry[] {
  return entries
    .map((entry) => ({ entry, score: scoreOf(entry, wanted) }))
    .filter(({ score }) => score > 0)
    .map(({ entry, score }) => ({ entry, score: score * (1 + Math.min(useOf(entry.id), 10) / 20) }))
    .sort((a, b) => b.score - a.score)
    .map(({ entry }) => entry);
}
