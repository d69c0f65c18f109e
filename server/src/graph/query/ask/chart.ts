import type { Token } from './tokens';

/** One reading of a span of words, shown to the user as a chip. */
export interface Mark {
  from: number;
  to: number;
  /** The meaning of the words, in the language or in English. */
  as: string;
  because: string;
}

/** A way to read the words from a position up to `end`. */
export interface Found<T> {
  end: number;
  value: T;
  marks: readonly Mark[];
  /** The number of spans; the reading with the fewest, and therefore the longest, spans wins. */
  cost: number;
}

/** Returns every way to read the words from a position. */
export type Rule<T> = (chart: Chart, at: number) => readonly Found<T>[];

/** Limits on the work for one text, so that none takes longer than some 20 milliseconds. */
export interface ChartLimits {
  /** The most steps in all: rules tried at a position, and partial readings joined. A thousand take some 3 ms. */
  steps: number;
  /** The most ways to read the same words. */
  ways: number;
}

/** The longest questions of the table take 700 steps. Salads of their words take 1,900 at most. */
const LIMITS: ChartLimits = { steps: 2500, ways: 24 };

/** The words of a question, what is known of the rules that were tried on them, and how far any of them got. */
export class Chart {
  /** The position up to which some rule could read. */
  furthest = 0;
  steps = 0;
  readonly #memo = new Map<Rule<unknown>, Map<number, readonly Found<unknown>[]>>();

  constructor(
    readonly words: readonly Token[],
    /** Names that occur in the question, by position. */
    readonly names: NameIndex,
    /** The day of the question, for dates such as "yesterday". */
    readonly today: Date,
    readonly limits: ChartLimits = LIMITS,
  ) {}

  get isSpent(): boolean {
    return this.steps > this.limits.steps;
  }

  /** Counts a step. Returns false once the text has taken all of them. */
  step(): boolean {
    this.steps += 1;
    return !this.isSpent;
  }

  remember<T>(rule: Rule<T>, at: number, read: () => readonly Found<T>[]): readonly Found<T>[] {
    const places = this.#memo.get(rule as Rule<unknown>) ?? new Map<number, readonly Found<unknown>[]>();
    this.#memo.set(rule as Rule<unknown>, places);
    const known = places.get(at);
    if (known) return known as readonly Found<T>[];
    places.set(at, []);
    const ways = read();
    places.set(at, ways);
    return ways;
  }

  reach(end: number): void {
    if (end > this.furthest) this.furthest = end;
  }
}

/** The names that begin at a position, with the entities that have them. */
export interface NameIndex {
  /** Returns whether a text is the name of an account. */
  isAccount(text: string): boolean;
  /** Returns whether some account belongs to a stage. */
  isStageOfAccount(stage: string): boolean;
  at(position: number): readonly NamedSpan[];
}

/** Words that name entities of the graph. */
export interface NamedSpan {
  end: number;
  /** As typed. */
  text: string;
  /** The words are also words of the lexicon, so they count as a name only beside a type. */
  isWord: boolean;
  hits: readonly NameHit[];
}

/** An entity name of the graph. */
export interface NameHit {
  name: string;
  /** The type in lower case. */
  type: string;
  uri: string;
  account: string;
  /** True if the typed text is the whole name. */
  isExact: boolean;
}

/** Every word that some rule or phrase uses. */
const known = new Set<string>();

/** Returns whether a word belongs to the lexicon or to a pattern. */
export function isKnownWord(text: string): boolean {
  return known.has(text);
}

/** Returns the known words, for spelling suggestions. */
export function knownWords(): readonly string[] {
  return [...known];
}

/** Splits a phrase and makes its words known. */
export function phraseWords(phrase: string): string[] {
  const words = phrase.toLowerCase().split(' ');
  for (const word of words) known.add(word);
  return words;
}

/** Reads one of several fixed phrases, separated by bars. They carry no meaning of their own and make no chip. */
export function say(phrases: string): Rule<string> {
  return fixed(phrases.split('|').map(phraseWords));
}

/** Like `say`, for phrases whose words may also be names in questions. */
export function exactly(phrases: string): Rule<string> {
  return fixed(phrases.split('|').map((text) => text.split(' ')));
}

function fixed(all: readonly string[][]): Rule<string> {
  return (chart, at) => {
    const ways: Found<string>[] = [];
    for (const phrase of all) {
      if (!startsWith(chart, at, phrase)) continue;
      const end = at + phrase.length;
      chart.reach(end);
      ways.push({ end, value: phrase.join(' '), marks: [], cost: 0 });
    }
    return ways;
  };
}

/** Returns whether the words of a phrase stand at a position, unquoted. */
export function startsWith({ words }: Chart, at: number, phrase: readonly string[]): boolean {
  return phrase.every((word, index) => words[at + index]?.text === word && !words[at + index]?.quoted);
}

type Values<R extends readonly Rule<unknown>[]> = { [K in keyof R]: R[K] extends Rule<infer T> ? T : never };

/** Reads rules one after the other. */
export function seq<R extends readonly Rule<unknown>[], T>(rules: readonly [...R], make: (...values: Values<R>) => T | null): Rule<T> {
  return (chart, at) => {
    let ways: Found<unknown[]>[] = [{ end: at, value: [], marks: [], cost: 0 }];
    for (const rule of rules) {
      const next: Found<unknown[]>[] = [];
      for (const way of ways)
        for (const found of rule(chart, way.end)) {
          if (!chart.step()) return [];
          next.push({ end: found.end, value: [...way.value, found.value], marks: [...way.marks, ...found.marks], cost: way.cost + found.cost });
        }
      ways = next;
      if (ways.length === 0) return [];
    }
    return ways.flatMap((way) => {
      const value = make(...(way.value as Values<R>));
      return value === null ? [] : [{ ...way, value }];
    });
  };
}

/** Reads any of several rules. */
export function alt<T>(...rules: Rule<T>[]): Rule<T> {
  return (chart, at) => rules.flatMap((rule) => rule(chart, at));
}

/** Reads a rule or nothing. */
export function opt<T>(rule: Rule<T>): Rule<T | null> {
  return alt<T | null>(rule, nothing(null));
}

/** Reads no word. */
export function nothing<T>(value: T): Rule<T> {
  return (_chart, at) => [{ end: at, value, marks: [], cost: 0 }];
}

/** Reads a rule any number of times. */
export function many<T>(rule: Rule<T>): Rule<T[]> {
  return (chart, at) => {
    const all: Found<T[]>[] = [{ end: at, value: [], marks: [], cost: 0 }];
    for (let index = 0; index < all.length && all.length < chart.limits.ways; index += 1) {
      const way = all[index];
      if (!way) break;
      for (const found of rule(chart, way.end)) {
        if (!chart.step()) return all;
        if (found.end > way.end)
          all.push({ end: found.end, value: [...way.value, found.value], marks: [...way.marks, ...found.marks], cost: way.cost + found.cost });
      }
    }
    return all;
  };
}

/** Reads a rule one or more times with a separator between them. */
export function list<T>(rule: Rule<T>, separator: Rule<string>): Rule<{ items: T[]; joints: string[] }> {
  const more = many(seq([separator, rule] as const, (joint, item) => ({ joint, item })));
  return seq([rule, more] as const, (first, others) => ({
    items: [first, ...others.map(({ item }) => item)],
    joints: others.map(({ joint }) => joint),
  }));
}

export function map<T, U>(rule: Rule<T>, make: (value: T) => U | null): Rule<U> {
  return seq([rule] as const, (value) => make(value as T));
}

/** Adds to the cost of a rule whose readings should lose against others of the same words. */
export function unlikely<T>(cost: number, rule: Rule<T>): Rule<T> {
  return (chart, at) => rule(chart, at).map((found) => ({ ...found, cost: found.cost + cost }));
}

/** Keeps the results of a rule for each position, which bounds the time, and drops equal ones. */
export function memo<T>(makeRule: () => Rule<T>): Rule<T> {
  let rule: Rule<T> | null = null;
  const kept: Rule<T> = (chart, at) => {
    return chart.step() ? chart.remember(kept, at, () => distinct((rule ??= makeRule())(chart, at), chart.limits.ways)) : [];
  };
  return kept;
}

function distinct<T>(ways: readonly Found<T>[], most: number): Found<T>[] {
  const best = new Map<string, Found<T>>();
  for (const way of ways) {
    const key = `${way.end} ${JSON.stringify(way.value)}`;
    const other = best.get(key);
    if (!other || other.cost > way.cost) best.set(key, way);
  }
  return [...best.values()].sort((a, b) => b.end - a.end || a.cost - b.cost).slice(0, most);
}
