import type { QueryStage, QueryState } from '@cam/contracts/server';
import type { Query } from './ast';
import { isPrefixOfExpected, type Expectation } from './expectation';
import { splitWords, type InputWord } from './lexer';
import { QueryParser } from './parse-expression';
import { Refused, Unfinished, WordReader, type ParseError } from './word-reader';

export type { ParseError } from './word-reader';

export interface ParseResult {
  /** The complete query; null when the input is wrong or unfinished. */
  query: Query | null;
  /** An error that no further input can fix. */
  error: ParseError | null;
  /** The missing part of an input that is valid so far. */
  missing: ParseError | null;
  /** The state after each word. */
  states: QueryState[];
  /** The state after the last word. */
  state: QueryState;
  stage: QueryStage;
  /** The incomplete word or alternative at the end of the input; empty after a blank. */
  partialWord: string;
  /** The words that may follow those read so far. */
  expectation: Expectation;
}

/** Parses a query. Pure; never throws; one word of look-ahead. */
export function parseQuery(input: string): ParseResult {
  const { words, isLastWordOpen } = splitWords(input);
  const reader = new WordReader(words, input.length);
  const typed = isLastWordOpen ? words.at(-1) : undefined;
  const stop = (outcome: Partial<ParseResult>, state = reader.state): ParseResult => ({
    query: null,
    error: null,
    missing: null,
    states: reader.states,
    state,
    stage: reader.stage,
    partialWord: partialOf(typed, input),
    expectation: reader.expectation,
    ...outcome,
  });
  try {
    return stop({ query: new QueryParser(reader).read() });
  } catch (failure) {
    if (failure instanceof Unfinished) return stop({ missing: failure.fault });
    if (!(failure instanceof Refused)) throw failure;
    const isBeingTyped = typed !== undefined && failure.fault.position === typed.position && isBeginning(reader.expectation, typed);
    if (!isBeingTyped) return stop({ error: failure.fault });
    const isWith = /^with/i.test(typed.raw) && reader.expectation.keywords.some((keyword) => keyword.startsWith(typed.raw.toLowerCase()));
    return stop({ missing: failure.fault }, isWith ? 'WITH' : reader.state);
  }
}

function isBeginning(expectation: Expectation, { segments, fault }: InputWord): boolean {
  if (fault !== null || segments.some(({ quoted }) => quoted)) return false;
  return isPrefixOfExpected(
    expectation,
    segments.map(({ text }) => text),
  );
}

function partialOf(typed: InputWord | undefined, input: string): string {
  const segment = typed?.segments.at(-1);
  return segment ? input.slice(segment.position) : '';
}
