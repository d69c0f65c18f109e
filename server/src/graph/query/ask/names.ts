import { isKnownWord, type NamedSpan, type NameHit, type NameIndex } from './chart';
import { tokenize, withoutFillers, type Token } from './tokens';

/** The most words of a name. */
const MAX_NAME_WORDS = 5;
/** Unknown words to look for inside names. */
const MAX_SEARCHED = 4;

/** Finds entities by name. */
export interface NameSource {
  /** The names of the accounts, in lower case. */
  accounts: ReadonlySet<string>;
  /** The stages of the accounts. */
  stages: ReadonlySet<string>;
  /** Returns the entities with one of these names or provider ids, in any case. */
  exact(names: readonly string[]): Promise<readonly (NameHit & { key: string })[]>;
  /** Returns entities whose name contains the text, at most a few. */
  containing(text: string): Promise<readonly NameHit[]>;
}

interface Span {
  from: number;
  end: number;
  text: string;
  isWord: boolean;
}

/** Returns whether a word can only be a name: quoted, or unknown to the lexicon. */
function isNameOnly({ text, quoted }: Token): boolean {
  return quoted || !(isKnownWord(text) || /^\d{1,5}$/.test(text) || text === ',');
}

function spansOf(words: readonly Token[], question: string): Span[] {
  const spans: Span[] = [];
  for (let from = 0; from < words.length; from += 1)
    for (let end = from + 1; end <= Math.min(words.length, from + MAX_NAME_WORDS); end += 1) {
      const part = words.slice(from, end);
      const [first] = part;
      const last = part.at(-1);
      if (!first || !last || (part.length > 1 && part.some(({ quoted, text }) => quoted || text === ',' || text === "'s"))) break;
      const text = part.length === 1 ? first.raw : question.slice(first.from, last.to);
      spans.push({ from, end, text, isWord: part.length === 1 && !isNameOnly(first) });
    }
  return spans;
}

/**
 * Looks up every part of a question that may be a name.
 * @returns the names by position
 */
export async function findNames(question: string, source: NameSource): Promise<(words: readonly Token[]) => NameIndex> {
  const { words } = withoutFillers(tokenize(question));
  const spans = spansOf(words, question);
  const hits = await source.exact([...new Set(spans.map(({ text }) => text.toLowerCase()))]);
  const found = new Map<string, NameHit[]>();
  for (const { key, ...hit } of hits) found.set(key, [...(found.get(key) ?? []), hit]);
  const single = spans.filter(
    (span) => span.end === span.from + 1 && !span.isWord && !found.has(span.text.toLowerCase()) && !/[*?]/.test(span.text) && span.text.length > 1,
  );
  for (const { text } of single.slice(0, MAX_SEARCHED)) found.set(text.toLowerCase(), [...(await source.containing(text))]);
  const named = spans.flatMap((span): (NamedSpan & { from: number })[] => {
    const own = found.get(span.text.toLowerCase()) ?? [];
    const isPattern = /[*?]/.test(span.text) && span.end === span.from + 1;
    return own.length === 0 && !isPattern ? [] : [{ from: span.from, end: span.end, text: span.text, isWord: span.isWord, hits: own }];
  });
  return () => ({
    at: (position) => named.filter(({ from }) => from === position),
    isAccount: (text) => source.accounts.has(text.toLowerCase()),
    isStageOfAccount: (stage) => source.stages.has(stage),
  });
}
