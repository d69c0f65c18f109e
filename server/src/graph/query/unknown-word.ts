import { editDistance } from './spelling';
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
