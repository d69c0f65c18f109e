import type { QueryStage, QueryState } from '@cam/contracts/server';
import { expectedWords, expecting, type Expectation } from './expectation';
import type { InputWord, Segment } from './lexer';
import { isReserved } from './vocabulary';

export interface ParseError {
  /** UTF-16 offset and length of what is wrong; at the end of the input the length is 0. */
  position: number;
  length: number;
  expected: string[];
  /** A sentence for a person. */
  message: string;
}

/** Thrown inside the parser alone: no word that follows can mend the input. */
export class Refused extends Error {
  constructor(readonly fault: ParseError) {
    super(fault.message);
  }
}

/** Thrown inside the parser alone: the input is right as far as it goes. */
export class Unfinished extends Error {
  constructor(readonly fault: ParseError) {
    super(fault.message);
  }
}

/** Reads the words of a query one by one and keeps what was read: the state after each word, and what may follow. */
export class WordReader {
  readonly states: QueryState[] = [];
  stage: QueryStage = 'IDENTITY';
  expectation: Expectation = expecting([]);
  /** `and` or `or` that was read and whose place only the next word tells. */
  connective: 'and' | 'or' | null = null;
  /** Only what is not meant was said so far: who is meant must follow, with "and". */
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

  /** The word that must stand here. */
  word(): InputWord {
    const word = this.words[this.#next];
    if (!word) throw this.unfinished('The query is not finished. Something must follow.');
    return word;
  }

  /** The next word in lower case; null at the end. A quoted word is no keyword, and keeps its quotes here. */
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

  /** The word that was read last meant something else, as its follower tells. */
  correct(state: QueryState): void {
    this.states[this.states.length - 1] = state;
  }

  expect(expectation: Expectation): void {
    this.expectation = expectation;
  }

  /** Whether the next word can be a name or value: quoted, or no word of the language. */
  isFree(): boolean {
    const segments = this.words[this.#next]?.segments;
    return segments !== undefined && !this.is('(', ')') && segments.every(({ text, quoted }) => quoted || !isReserved(text));
  }

  /** The alternatives of the next word, whole ones. */
  alternatives(): Segment[] {
    const { segments, fault } = this.word();
    if (fault === 'open-quote') throw this.unfinished('The quote is not closed.');
    if (fault === 'open-list') throw this.unfinished('Another alternative must follow the bar.');
    if (fault === 'empty-alternative') throw this.refuse('An alternative is missing beside a bar.');
    if (fault === 'text-after-quote') throw this.refuse('A blank or a bar must follow the end of a quote.');
    return segments;
  }

  /** The alternatives of a list of names or values. */
  freeAlternatives(what: string): Segment[] {
    const segments = this.alternatives();
    if (!this.isFree()) throw this.refuse(`${what} must stand here. Put it in quotes where it is a word of the language.`);
    return segments;
  }

  refuse(message?: string): Refused {
    const { raw = '', position = this.end, segments = [] } = this.words[this.#next] ?? {};
    const takesName = this.expectation.lists.some(({ kind }) => kind === 'names');
    const mustQuote = takesName && segments.some(({ text, quoted }) => !quoted && isReserved(text));
    const text = message ?? `"${shortened(raw)}" cannot stand here.${mustQuote ? ' Put it in quotes where it is a name.' : ''}`;
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
