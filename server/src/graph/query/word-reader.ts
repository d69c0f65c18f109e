import type { QueryStage, QueryState } from '@cam/contracts/server';
import { expectedWords, expecting, type Expectation } from './expectation';
import type { InputWord, Segment } from './lexer';
import { isReserved } from './vocabulary';

export interface ParseError {
  /** UTF-16 offset and length of the error; the length is 0 at the end of the input. */
  position: number;
  length: number;
  expected: string[];
  /** A sentence for the user. */
  message: string;
}

/** Thrown only inside the parser: no further word can fix the input. */
export class Refused extends Error {
  constructor(readonly fault: ParseError) {
    super(fault.message);
  }
}

/** Thrown only inside the parser: the input is valid so far but incomplete. */
export class Unfinished extends Error {
  constructor(readonly fault: ParseError) {
    super(fault.message);
  }
}

/** Reads the words of a query one by one and records the state after each word, and what may follow. */
export class WordReader {
  readonly states: QueryState[] = [];
  stage: QueryStage = 'IDENTITY';
  expectation: Expectation = expecting([]);
  /** An `and` or `or` whose meaning depends on the next word. */
  connective: 'and' | 'or' | null = null;
  /** True while only negated parts were read: a positive part must follow with "and". */
  mustName = false;
  #next = 0;

  constructor(
    private readonly words: readonly InputWord[],
    private readonly end: number,
  ) {}

  get state(): QueryState {
    return this.states.at(-1) ?? 'START';
  }

  get atEnd(): boolean {
    return this.#next >= this.words.length;
  }

  /** Returns the next word, which is required. */
  word(): InputWord {
    const word = this.words[this.#next];
    if (!word) throw this.unfinished('The query is incomplete. Add one of the expected words.');
    return word;
  }

  /** Returns the next word in lower case; null at the end. A quoted word keeps its quotes, so it never equals a keyword. */
  peek(): string | null {
    return this.words[this.#next]?.raw.toLowerCase() ?? null;
  }

  is(...words: string[]): boolean {
    const next = this.peek();
    return next !== null && words.includes(next);
  }

  take(state: QueryState, stage: QueryStage = this.stage): void {
    this.#next += 1;
    this.stage = stage;
    this.states.push(state);
  }

  /** Corrects the state of the last word, once the next word shows its meaning. */
  correct(state: QueryState): void {
    this.states[this.states.length - 1] = state;
  }

  expect(expectation: Expectation): void {
    this.expectation = expectation;
  }

  /** Returns whether the next word can be a name or value: it is quoted, or not a word of the language. */
  isFree(): boolean {
    const segments = this.words[this.#next]?.segments;
    return segments !== undefined && !this.is('(', ')') && segments.every(({ text, quoted }) => quoted || !isReserved(text));
  }

  /** Returns the alternatives of the next word, which must be complete. */
  alternatives(): Segment[] {
    const { segments, fault } = this.word();
    if (fault === 'open-quote') throw this.unfinished('The quote is not closed.');
    if (fault === 'open-list') throw this.unfinished('Add another alternative after "|".');
    if (fault === 'empty-alternative') throw this.refuse('An alternative is missing next to "|".');
    if (fault === 'text-after-quote') throw this.refuse('Put a blank or "|" after the closing quote.');
    return segments;
  }

  /** Returns the alternatives of a list of names or values. */
  freeAlternatives(what: string): Segment[] {
    const segments = this.alternatives();
    if (!this.isFree()) throw this.refuse(`Enter ${what}. Put it in quotes if it is a word of the query language.`);
    return segments;
  }

  refuse(message?: string): Refused {
    const { raw = '', position = this.end, segments = [] } = this.words[this.#next] ?? {};
    const takesName = this.expectation.lists.some(({ kind }) => kind === 'names');
    const mustQuote = takesName && segments.some(({ text, quoted }) => !quoted && isReserved(text));
    const text = message ?? `Unexpected "${shortened(raw)}".${mustQuote ? ' Put it in quotes if it is a name.' : ''}`;
    return new Refused({ position, length: raw.length, expected: expectedWords(this.expectation), message: text });
  }

  refuseAt({ position, length }: { position: number; length: number }, message: string): Refused {
    return new Refused({ position, length, expected: expectedWords(this.expectation), message });
  }

  unfinished(message: string, at: { position: number; length: number } = { position: this.end, length: 0 }): Unfinished {
    return new Unfinished({ ...at, expected: expectedWords(this.expectation), message });
  }
}

function shortened(raw: string): string {
  return raw.length > 60 ? `${raw.slice(0, 60)}…` : raw;
}
