import type { AttributeFilter, Privilege } from '../ast';
import { ATTRIBUTES, TYPES } from '../vocabulary';
import { phraseWords, startsWith, type Found, type Rule } from './chart';
import { ADJECTIVES, DEEDS, NOUNS, VERBS, where, type NounMeaning, type VerbForms, type VerbMeaning } from './lexicon';

/** The phrases of one part of speech, by their first word, the longest first. */
type PhraseBook<T> = ReadonlyMap<string, readonly { words: readonly string[]; value: T; as: string }[]>;

function bookOf<T>(entries: readonly (readonly [string, T, string])[]): PhraseBook<T> {
  const book = new Map<string, { words: readonly string[]; value: T; as: string }[]>();
  const seen = new Set<string>();
  for (const [phrases, value, as] of entries)
    for (const phrase of phrases.split('|')) {
      if (phrase === '' || seen.has(phrase)) continue;
      seen.add(phrase);
      const words = phraseWords(phrase);
      const first = words[0] ?? '';
      book.set(first, [...(book.get(first) ?? []), { words, value, as }]);
    }
  for (const list of book.values()) list.sort((a, b) => b.words.length - a.words.length);
  return book;
}

/**
 * Reads a phrase of a book. Only the longest phrase that begins at a word counts.
 * @param because how the chip explains the reading
 */
export function phrase<T>(entries: readonly (readonly [string, T, string])[], because: string): Rule<T> {
  const book = bookOf(entries);
  return (chart, at) => {
    const word = chart.words[at];
    if (!word || word.quoted) return [];
    const entry = book.get(word.text)?.find(({ words }) => startsWith(chart, at, words));
    if (!entry) return [];
    const end = at + entry.words.length;
    chart.reach(end);
    const mark = { from: word.from, to: chart.words[end - 1]?.to ?? word.to, as: entry.as, because };
    return [{ end, value: entry.value, marks: [mark], cost: 1 } satisfies Found<T>];
  };
}

export function filterAs({ negated, anyOf }: AttributeFilter): string {
  const terms = anyOf.flat().map(({ attribute, operator, values }) => `${attribute} ${operator} ${values.map(({ text }) => text).join('|')}`);
  return `${negated ? 'not ' : ''}${terms.join(' or ')}`;
}

export function privilegeAs(privilege: Privilege | null): string {
  if (!privilege) return 'access';
  if (privilege.kind === 'types') return privilege.types.join('|');
  return privilege.kind === 'actions' ? `action ${privilege.actions.map(({ text }) => text).join('|')}` : `xaccount ${privilege.relations.join('|')}`;
}

function nounAs({ types, filter, holds }: NounMeaning): string {
  return [types?.join('|') ?? 'any', filter && `with ${filterAs(filter)}`, holds && `for ${privilegeAs(holds)}`].filter(Boolean).join(' ');
}

const singularOf = (plural: string): string => plural.replace(/ies$/, 'y').replace(/s$/, '');

/** The types of the vocabulary by their own word, singular and plural. */
const OWN_NOUNS = TYPES.flatMap(({ word, plural }): (readonly [string, NounMeaning])[] => [
  [`${word}|${word.replaceAll('_', ' ')}|${plural.toLowerCase()}|${singularOf(plural.toLowerCase())}`, { types: [word] }],
]);

export const NOUN_ENTRIES = [...NOUNS, ...OWN_NOUNS].map(([phrases, meaning]) => [phrases, meaning, nounAs(meaning)] as const);

/** The phrases of the vocabulary for true and false attributes, such as "are public" or "have no MFA". */
const OWN_PREDICATES = ATTRIBUTES.flatMap(({ word, says }): (readonly [string, AttributeFilter])[] =>
  typeof says === 'string'
    ? []
    : [
        [says.true.replace(/^are /, ''), where(word, 'true')],
        [says.false.replace(/^are /, ''), where(word, 'false')],
      ],
);

const filterEntries = (entries: readonly (readonly [string, AttributeFilter])[]) =>
  entries.map(([phrases, filter]) => [phrases.toLowerCase(), filter, filterAs(filter)] as const);

export const ADJECTIVE_ENTRIES = filterEntries([...ADJECTIVES, ...OWN_PREDICATES.filter(([words]) => !words.includes(' '))]);
export const PREDICATE_ENTRIES = filterEntries(OWN_PREDICATES.filter(([words]) => words.includes(' ')));

export const DEED_ENTRIES = DEEDS.map(([phrases, meaning]) => [withoutArticles(phrases), meaning, privilegeAs(meaning.privilege)] as const);

/** Articles are left out of questions before they are read. */
function withoutArticles(phrases: string): string {
  return phrases.replaceAll(/\b(?:a|an|the|their) /g, '');
}

/** Returns the phrases of one form of all verbs. */
export function verbEntries(form: keyof VerbForms): (readonly [string, VerbMeaning, string])[] {
  return VERBS.map(([forms, meaning]) => [forms[form], meaning, privilegeAs(meaning.privilege)] as const);
}
