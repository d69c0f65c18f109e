import type { Word } from './vocabulary';

/** More edits than this are a different word, not a typing mistake. */
const MAX_EDITS = 2;

/**
 * Returns the message about a word that is not in a list, with the closest word of the list if there is one.
 * @param what noun for the words of the list
 */
export function unknownWord(what: string, text: string, words: readonly Word[]): string {
  const closest = closestWord(text.toLowerCase().slice(0, 60), words);
  return `Unknown ${what} "${text.slice(0, 60)}".${closest === null ? '' : ` Did you mean ${closest}?`}`;
}

function closestWord(text: string, words: readonly Word[]): string | null {
  if (text.length < 2) return null;
  const begun = words.find(({ word }) => word.startsWith(text));
  if (begun) return begun.word;
  const ranked = words.map(({ word }) => ({ word, edits: editDistance(text, word) })).sort((a, b) => a.edits - b.edits);
  const [best] = ranked;
  return best && best.edits <= MAX_EDITS && best.edits < text.length / 2 ? best.word : null;
}

/** Returns the Levenshtein distance: the insertions, deletions and replacements between two texts. */
function editDistance(from: string, to: string): number {
  let previous = Array.from({ length: to.length + 1 }, (_none, index) => index);
  for (let row = 1; row <= from.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= to.length; column += 1) {
      const replaced = (previous[column - 1] ?? 0) + (from[row - 1] === to[column - 1] ? 0 : 1);
      current.push(Math.min(replaced, (previous[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1));
    }
    previous = current;
  }
  return previous[to.length] ?? 0;
}
