import type { AskAnswer, AskChip, AskReading } from '@cam/contracts/server';
import { meaningOf } from '../meaning';
import { parseQuery } from '../parse-query';
import { printQuery } from '../print';
import { knownWords, type Mark } from './chart';
import { findNames, type NameSource } from './names';
import { readQuestion, type Reading, type ReadResult } from './read';
import { readSentence } from './read-sentence';
import { similarWords } from '../spelling';
import type { Token } from './tokens';

/** Names of the graph that begin like a word, for spelling suggestions. */
export interface AskedNames extends NameSource {
  beginningLike(text: string): Promise<readonly string[]>;
}

/**
 * Reads a text as a query: a query itself, the sentence of one, or a question in plain English. Runs nothing.
 * @param today the day of the question
 */
export async function ask(text: string, names: AskedNames, today: Date): Promise<AskAnswer> {
  const exact = parseQuery(text).query ?? readSentence(text);
  if (exact)
    return answerOf(text, {
      readings: [{ query: exact, text: printQuery(exact), intent: 'rows', marks: [] }],
      ignored: [],
      words: [],
      stuckAt: null,
    });
  const result = await readWith(text, names, today);
  if (result.readings.length > 0 || !result.stuckAt) return answerOf(text, result);
  return partAnswer(text, result, result.stuckAt, names, today);
}

async function readWith(text: string, names: NameSource, today: Date): Promise<ReadResult> {
  return readQuestion(text, await findNames(text, names), today);
}

async function partAnswer(text: string, result: ReadResult, stuckAt: Token, names: AskedNames, today: Date): Promise<AskAnswer> {
  // Another spelling of one word would take as long again.
  const candidates = result.isSpent ? [] : similarWords(stuckAt.raw, [...knownWords(), ...(await names.beginningLike(stuckAt.raw))]);
  const corrected: { text: string; result: ReadResult; edits: number; word: string }[] = [];
  for (const { word, edits } of candidates) {
    const respelled = text.slice(0, stuckAt.from) + (/\s/.test(word) ? `"${word}"` : word) + text.slice(stuckAt.to);
    const read = await readWith(respelled, names, today);
    if (read.readings.length > 0) corrected.push({ text: respelled, result: read, edits, word });
  }
  const [only] = corrected;
  // A single likely slip is read at once, and said.
  const nearest = candidates.filter(({ edits }) => edits === 1);
  if (only && only.edits === 1 && nearest.length === 1)
    return { ...answerOf(only.text, only.result), message: `"${stuckAt.raw}" was read as "${only.word}".` };
  return {
    ...answerOf(text, result),
    understood: result.understood.map((mark) => chipOf(text, mark)),
    unread: { from: stuckAt.from, to: stuckAt.to, text: stuckAt.raw },
    message: result.isUnknown
      ? `"${stuckAt.raw}" is neither a known word nor the name of an entity.`
      : `The question could not be read from "${stuckAt.raw}" on.`,
    suggestions: corrected.map((other) => other.text),
  };
}

function answerOf(text: string, { readings, ignored }: ReadResult | Omit<ReadResult, 'understood' | 'isUnknown' | 'isSpent'>): AskAnswer {
  const outcome = readings.length === 0 ? 'PART' : readings.length === 1 ? 'READ' : 'CHOOSE';
  return {
    outcome,
    text,
    readings: readings.map((reading) => readingOf(text, reading)),
    ignored: ignored.map(({ raw }) => raw),
    understood: [],
    unread: null,
    message: null,
    suggestions: [],
  };
}

function readingOf(text: string, { query, text: printed, intent, marks }: Reading): AskReading {
  return { query: printed, meaning: meaningOf(query), intent, chips: marks.map((mark) => chipOf(text, mark)) };
}

function chipOf(text: string, { from, to, as, because }: Mark): AskChip {
  return { from, to, text: text.slice(from, to), as, because };
}

/**
 * Returns the day of a moment in a time zone, as midnight UTC of that calendar day, so that "yesterday" is the user's.
 * @param tz IANA name; an unknown one counts as UTC
 */
export function calendarDayIn(tz: string | undefined, now: Date): Date {
  try {
    const parts = new Intl.DateTimeFormat('en-CA', { timeZone: tz ?? 'UTC' }).format(now);
    return new Date(`${parts}T12:00:00Z`);
  } catch {
    return now;
  }
}
