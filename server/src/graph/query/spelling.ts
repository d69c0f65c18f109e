/** The longest word whose spelling is compared. */
const MAX_LENGTH = 40;
const MAX_OFFERED = 3;

/**
 * Returns the number of insertions, deletions, replacements and swaps of neighbours between two texts (Damerau-Levenshtein, optimal
 * string alignment).
 */
export function editDistance(from: string, to: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: to.length + 1 }, (_none, index) => index);
  for (let row = 1; row <= from.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= to.length; column += 1) {
      const replaced = (last[column - 1] ?? 0) + (from[row - 1] === to[column - 1] ? 0 : 1);
      let edits = Math.min(replaced, (last[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1);
      const isSwap = row > 1 && column > 1 && from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1];
      if (isSwap) edits = Math.min(edits, (beforeLast[column - 2] ?? 0) + 1);
      current.push(edits);
    }
    beforeLast = last;
    last = current;
  }
  return last[to.length] ?? 0;
}

export interface Spelling {
  word: string;
  edits: number;
}

/** Returns the most similar words, at most two edits away, or one for a word of fewer than five letters. */
export function similarWords(text: string, words: readonly string[]): Spelling[] {
  const wanted = text.toLowerCase();
  if (wanted.length < 3 || wanted.length > MAX_LENGTH) return [];
  const most = wanted.length < 5 ? 1 : 2;
  // A word of the lexicon comes before a name that differs from it only in case.
  return [...new Map([...words].reverse().map((word) => [word.toLowerCase(), word])).values()]
    .filter((word) => word.length > 2 && Math.abs(word.length - wanted.length) <= most && word.toLowerCase() !== wanted)
    .map((word) => ({ word, edits: editDistance(wanted, word.toLowerCase()) }))
    .filter(({ edits }) => edits <= most)
    .sort((a, b) => a.edits - b.edits || (a.word < b.word ? -1 : 1))
    .slice(0, MAX_OFFERED);
}
