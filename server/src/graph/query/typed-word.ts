import type { Expectation } from './expectation';
import { splitWords, type Segment } from './lexer';
import { parseQuery, type ParseResult } from './parse-query';
import { isType } from './vocabulary';

/** The incomplete word at the end of the input, and the parse result before it. */
export interface TypedWord {
  /** The typed part; empty after a blank or a bar. */
  text: string;
  quoted: boolean;
  before: ParseResult;
  /** The words that may stand in its place. */
  expectation: Expectation;
}

export function typedWordOf(input: string): TypedWord {
  const { words, isLastWordOpen } = splitWords(input);
  const word = isLastWordOpen ? words.at(-1) : undefined;
  const before = parseQuery(word ? input.slice(0, word.position) : input);
  const [first, ...others] = word?.segments ?? [];
  const last = others.at(-1) ?? first;
  if (!first || !last) return { text: '', quoted: false, before, expectation: before.expectation };
  const { keywords, lists } = before.expectation;
  const isAlternative = others.length > 0;
  return {
    text: last.text,
    quoted: last.quoted,
    before,
    expectation: {
      keywords: isAlternative || last.quoted ? [] : keywords,
      lists: isAlternative ? lists.filter((list) => continues(list, first)) : lists,
    },
  };
}

/** Returns whether a list can supply further alternatives. Types combine with types only; attributes, operators and dates do not combine. */
function continues(list: Expectation['lists'][number], { text, quoted }: Segment): boolean {
  if (list.kind === 'types') return !quoted && isType(text, list.role);
  return !['attributes', 'operators', 'bounds', 'days', 'date'].includes(list.kind);
}
