import type { Statement } from './ast';
import {
  ACCOUNT_RELATIONS,
  ACTION_TYPES,
  attributesOf,
  CLOUD_PREFIXES,
  isType,
  OPERATORS,
  TAG_PREFIX,
  typesOf,
  type AttributeWord,
  type Keyword,
  type TypeRole,
} from './vocabulary';

/** A list from which the next word may come. */
export type WordList =
  /** @property of for `via`: the statement so far, whose paths limit the types */
  | { kind: 'types'; role: TypeRole; of?: Statement }
  /** Names of entities of these types. */
  | { kind: 'names'; types: readonly string[] }
  | { kind: 'roles' }
  | { kind: 'scopes' }
  | { kind: 'attributes'; types: readonly string[] | null; role: TypeRole }
  | { kind: 'operators'; attribute: AttributeWord }
  | { kind: 'values'; attribute: AttributeWord; types: readonly string[] | null }
  | { kind: 'action-types' }
  | { kind: 'actions' }
  | { kind: 'relations' }
  /** Both bounds are exclusive. */
  | { kind: 'days'; above: number; below: number }
  | { kind: 'bounds'; operators: readonly ('>' | '<')[] }
  | { kind: 'date' };

/** Everything that may follow the words read so far. */
export interface Expectation {
  keywords: readonly Keyword[];
  lists: readonly WordList[];
}

export function expecting(keywords: readonly Keyword[], ...lists: WordList[]): Expectation {
  return { keywords, lists };
}

/** Adds `or` to the words that may follow, for a further alternative. */
export function orMore({ keywords, lists }: Expectation): Expectation {
  return { keywords: keywords.includes('or') ? keywords : [...keywords, 'or'], lists };
}

export const BOOLEANS = ['false', 'true'] as const;

/** Returns the fixed words of a list. Names, values, actions, days and dates are open-ended. */
export function fixedWords(list: WordList): readonly string[] {
  switch (list.kind) {
    case 'types':
      return [...typesOf(list.role).map(({ word }) => word), ...(list.role === 'via' ? [] : CLOUD_PREFIXES)];
    case 'attributes':
      return [...attributesOf(null).map(({ word }) => word), TAG_PREFIX];
    case 'operators':
      return Object.keys(OPERATORS);
    case 'bounds':
      return list.operators;
    case 'values':
      return list.attribute.kind === 'boolean' ? BOOLEANS : [];
    case 'action-types':
      return Object.keys(ACTION_TYPES);
    case 'relations':
      return Object.keys(ACCOUNT_RELATIONS);
    default:
      return [];
  }
}

/**
 * Returns whether a partly typed word can still become an expected one.
 * @param segments its unquoted alternatives; the last one is incomplete
 */
export function isPrefixOfExpected({ keywords, lists }: Expectation, segments: readonly string[]): boolean {
  const typed = (segments.at(-1) ?? '').toLowerCase();
  const before = segments.slice(0, -1).map((segment) => segment.toLowerCase());
  const isBegun = (words: readonly string[]): boolean => words.some((word) => word.includes(typed));
  if (before.length === 0 && isBegun(keywords)) return true;
  return lists.some((list) => {
    if (isOpen(list, typed)) return true;
    if (before.length === 0) return isBegun(fixedWords(list));
    return TAKES_ALTERNATIVES.has(list.kind) && before.every((word) => isWordOf(list, word)) && isBegun(fixedWords(list));
  });
}

function isWordOf(list: WordList, word: string): boolean {
  return list.kind === 'types' ? isType(word, list.role) : fixedWords(list).includes(word);
}

const TAKES_ALTERNATIVES: ReadonlySet<WordList['kind']> = new Set(['types', 'action-types', 'relations', 'values']);

/** Returns whether an open-ended list accepts the text: the start of a date or number, or a name that looks like a word of the language so far. */
function isOpen(list: WordList, typed: string): boolean {
  if (list.kind === 'date' || (list.kind === 'values' && list.attribute.kind === 'date')) return /^\d{0,4}(-\d{0,2}){0,2}$/.test(typed);
  if (list.kind === 'days') return /^\d{0,4}$/.test(typed);
  const isFree = list.kind === 'names' || list.kind === 'roles' || list.kind === 'scopes' || list.kind === 'actions';
  return (isFree || (list.kind === 'values' && list.attribute.kind === 'text')) && !typed.startsWith('with');
}

const LIST_WORDS: Record<WordList['kind'], string> = {
  types: 'a type',
  names: 'a name',
  roles: 'the name of a role',
  scopes: 'the name of a scope',
  attributes: 'an attribute',
  operators: 'an operator',
  values: 'a value',
  'action-types': 'an action type',
  actions: 'an action',
  relations: 'an account relation',
  days: 'a number of days',
  bounds: '> or <',
  date: 'a date such as 2026-01-31',
};

/** Returns the expected words in terms that a person can act on. */
export function expectedWords({ keywords, lists }: Expectation): string[] {
  const listed = lists.flatMap((list) => {
    if (list.kind === 'action-types' || list.kind === 'relations' || list.kind === 'bounds') return [...fixedWords(list)];
    return [list.kind === 'values' ? `a value of ${list.attribute.word}` : LIST_WORDS[list.kind]];
  });
  return [...new Set([...listed, ...keywords])];
}
