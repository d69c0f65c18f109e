import type { Query } from '../ast';
import { printQuery } from '../print';
import { Chart, isKnownWord, type Mark, type NameIndex } from './chart';
import { assemble } from './assemble';
import { objects, subjects } from './nouns';
import type { Intent } from './frames';
import { question } from './questions';
import { MAX_WORDS, tokenize, withoutFillers, type Token } from './tokens';

/** One way to understand a question. */
export interface Reading {
  query: Query;
  /** The query in its own language. */
  text: string;
  intent: Intent;
  marks: readonly Mark[];
}

export interface ReadResult {
  /** The readings of the whole question with the fewest assumptions. */
  readings: Reading[];
  ignored: Token[];
  words: Token[];
  /** The first word that no reading reaches beyond; null when the question was read. */
  stuckAt: Token | null;
  /** The word is neither in the lexicon nor a name. */
  isUnknown: boolean;
  /** The text took all the steps that a question may take, so it was not read. */
  isSpent: boolean;
  /** When the question was not read: the words with a meaning of their own. */
  understood: readonly Mark[];
}

/** The most readings to offer. */
const MAX_READINGS = 4;

/**
 * Reads a question in plain English. Pure and deterministic: every word is part of a reading or in the fixed list of fillers.
 * @param names the names of the graph that occur in the question
 * @param today the day of the question
 */
export function readQuestion(text: string, names: (words: readonly Token[]) => NameIndex, today: Date): ReadResult {
  const { words, ignored } = withoutFillers(tokenize(text));
  const result = { readings: [], ignored, words, stuckAt: null, isUnknown: false, isSpent: false, understood: [] };
  if (words.length === 0) return result;
  if (words.length > MAX_WORDS) return { ...result, stuckAt: words[MAX_WORDS] ?? null };
  const chart = new Chart(words, names(words), today);
  const whole = question(chart, 0).filter(({ end }) => end === words.length);
  const best = new Map<string, Reading & { cost: number }>();
  for (const { value, marks, cost } of whole) {
    const query = assemble(value);
    if (!query) continue;
    const printed = printQuery(query);
    const other = best.get(printed);
    if (!other || other.cost > cost) best.set(printed, { query, text: printed, intent: value.intent, marks, cost });
  }
  const ranked = [...best.values()].sort((a, b) => a.cost - b.cost);
  const [first] = ranked;
  const { isSpent } = chart;
  // The other readings are not sure once one may have been missed.
  const readings = isSpent ? [] : ranked.filter(({ cost }) => cost === first?.cost).slice(0, MAX_READINGS);
  if (readings.length > 0) return { ...result, readings };
  const unknown = words.find(({ text: word }, index) => !isKnownWord(word) && chart.names.at(index).length === 0 && !/^\d+$/.test(word));
  return {
    ...result,
    stuckAt: unknown ?? words[Math.min(chart.furthest, words.length - 1)] ?? null,
    isUnknown: unknown !== undefined,
    isSpent,
    understood: singleMarks(chart),
  };
}

/** Returns the nouns of a question that could not be read as a whole, from left to right. */
function singleMarks(chart: Chart): Mark[] {
  const marks: Mark[] = [];
  for (let at = 0; at < chart.words.length;) {
    const [longest] = [...subjects(chart, at), ...objects(chart, at)]
      .filter((found) => found.marks.length > 0)
      .sort((a, b) => b.end - a.end || a.cost - b.cost);
    marks.push(...(longest?.marks ?? []));
    at = Math.max(at + 1, longest?.end ?? 0);
  }
  return marks;
}
