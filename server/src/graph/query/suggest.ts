import type { OptionInfo, QueryState } from '@cam/contracts/server';
import type { Statement } from './ast';
import { fixedWords, type WordList } from './expectation';
import { quoteName } from './lexer';
import type { TypedWord } from './typed-word';
import {
  ACCOUNT_RELATIONS,
  ACTION_TYPES,
  attributesOf,
  isReserved,
  KEYWORDS,
  OPERATORS,
  typesOf,
  USAGE_PERIODS,
  type AttributeWord,
  type Keyword,
  type TypeRole,
} from './vocabulary';

/** The most options to list. */
export const SHOWN = 20;

/** A match from the graph, with its unquoted name there. */
export interface Found {
  text: string;
  count: number | null;
  description?: string;
}

/** The first matches, prefix matches first, and the number of all matches. */
export interface FoundList {
  found: Found[];
  total: number;
}

/** The lookups that suggestions need. None of them runs a query. */
export interface SuggestionSource {
  /** Returns the number of entities by lower-case type. */
  typeCounts(): Promise<ReadonlyMap<string, number>>;
  tagKeys(types: readonly string[] | null): Promise<string[]>;
  names(types: readonly string[], typed: string): Promise<FoundList>;
  /** Returns roles that can be assumed or granted. */
  roles(typed: string): Promise<FoundList>;
  /** Returns scopes of grants, by name and by the provider's id. */
  scopes(typed: string): Promise<FoundList>;
  /**
   * Returns, for each type that can lie on a path, the number of the statement's subjects with such a path. Types without any are left
   * out. Null: the numbers are not for the caller, and all types may follow.
   */
  viaCounts(of: Statement): Promise<ReadonlyMap<string, number> | null>;
  values(attribute: string, types: readonly string[] | null, typed: string): Promise<FoundList>;
  actions(typed: string): Promise<FoundList>;
  /** Returns days with a snapshot, newest first. */
  snapshotDays(): Promise<string[]>;
}

export interface Suggestions {
  listed: OptionInfo[];
  /** The number of all matches; at most 20 are listed. */
  total: number;
}

/** Keywords that each state offers unprompted. Other valid keywords are offered once the user types them. */
const OFFERED: Partial<Record<QueryState, readonly Keyword[]>> = {
  ...same(['IDENTITY_ANY', 'IDENTITY_TYPE', 'IDENTITY_TYPE_NAME'], 'with-access with-attribute with-usage with-role with-scope not and or'),
  ...same(['OBJECT', 'OBJECT_NAME'], 'with-access with-attribute and or'),
  ...same(['ANY', 'RESOURCE_TYPE', 'RESOURCE_TYPE_NAME'], 'with-attribute via for with-usage with-role with-scope not and or'),
  ...same(['VIA_TYPE', 'VIA_TYPE_NAME'], 'with-attribute via for with-usage and or'),
  ...same(['ATTRIBUTES_VALUE_NEXT'], 'with-access with-attribute with-usage with-role with-scope via for not and or'),
  ...same(['ACTION_TYPE'], 'and or via with-usage'),
};

function same(states: readonly QueryState[], keywords: string): Partial<Record<QueryState, readonly Keyword[]>> {
  return Object.fromEntries(states.map((state) => [state, keywords.split(' ') as Keyword[]]));
}

/**
 * Returns the options for the typed word, in the order of the state's lists and with keywords last, each ascending. The typed text filters
 * by prefix, then by substring.
 */
export async function suggest(typed: TypedWord, source: SuggestionSource): Promise<Suggestions> {
  const { expectation, before } = typed;
  const offered = OFFERED[before.state];
  const keywords = expectation.keywords.filter((word) => typed.text !== '' || !offered || offered.includes(word) || word === ')');
  const groups: Suggestions[] = [];
  for (const list of expectation.lists) groups.push(await optionsOf(list, typed, source));
  groups.push(fitting(keywords.map((word) => info(word, 'keyword', KEYWORDS[word])).sort(byOption), typed.text));
  return joined(groups, typed.text.toLowerCase());
}

/** Joins the lists: the exact match first, then prefix matches, then substring matches. Keywords keep their places when not all options fit. */
function joined(groups: readonly Suggestions[], typed: string): Suggestions {
  const total = groups.reduce((sum, group) => sum + group.total, 0);
  const keywords = groups.at(-1)?.listed ?? [];
  const others = groups.slice(0, -1).flatMap(({ listed }) => listed);
  const kept = others.slice(0, Math.max(0, SHOWN - keywords.length));
  // A bare word that begins with "with" can only become a keyword.
  const inOrder = typed.startsWith('with') ? [...keywords, ...kept] : [...kept, ...keywords];
  const distinct = [...new Map(inOrder.map((entry) => [entry.option, entry])).values()];
  const rank = ({ option }: OptionInfo): number => {
    const text = option.replace(/^"/, '').toLowerCase();
    return typed === text ? 0 : text.startsWith(typed) ? 1 : 2;
  };
  return { listed: distinct.sort((one, other) => rank(one) - rank(other)).slice(0, SHOWN), total };
}

async function optionsOf(list: WordList, typed: TypedWord, source: SuggestionSource): Promise<Suggestions> {
  // Quotes contain a name or value, never a word of the language.
  const isName = ['names', 'roles', 'scopes', 'values', 'actions'].includes(list.kind);
  if (typed.quoted && !isName) return { listed: [], total: 0 };
  switch (list.kind) {
    case 'types':
      return fitting(await (list.role === 'via' && list.of ? viaOptions(list.of, source) : typeOptions(list.role, source)), typed.text);
    case 'attributes':
      return fitting(await attributeOptions(list, source), typed.text);
    case 'operators':
      return operatorOptions(list.attribute, typed.text);
    case 'values':
      return valueOptions(list, typed, source);
    case 'names':
      return named(await source.names(list.types, typed.text), 'name');
    case 'roles':
      return named(await source.roles(typed.text), 'name');
    case 'scopes':
      return named(await source.scopes(typed.text), 'name');
    case 'actions':
      return named(await source.actions(typed.text), 'action');
    case 'action-types':
      return fitting(fixed(ACTION_TYPES), typed.text);
    case 'relations':
      return fitting(fixed(ACCOUNT_RELATIONS), typed.text);
    case 'bounds':
      return fitting(
        list.operators.map((word) => info(word, 'operator', word === '>' ? 'more than this many days ago' : 'less than this many days ago')),
        typed.text,
      );
    case 'days': {
      const periods = USAGE_PERIODS.filter((word) => Number(word) > list.above && Number(word) < list.below);
      return fitting(
        periods.map((word) => info(word, 'value', word === '1' ? 'day' : 'days')),
        typed.text,
      );
    }
    case 'date':
      return fitting(
        (await source.snapshotDays()).map((word) => info(word, 'value', 'day with a snapshot')),
        typed.text,
      );
  }
}

/** Returns the types on paths of the statement so far, with the number of subjects that have such a path. */
async function viaOptions(of: Statement, source: SuggestionSource): Promise<OptionInfo[]> {
  const counts = await source.viaCounts(of);
  return typesOf('via').flatMap(({ word, description }) => {
    const count = counts === null ? null : counts.get(word);
    return count === undefined ? [] : [info(word, 'type', description, count)];
  });
}

async function typeOptions(role: TypeRole, source: SuggestionSource): Promise<OptionInfo[]> {
  const counts = await source.typeCounts();
  const own = [...counts.keys()].filter((word) => /^(aws|azure|gcp)_/.test(word)).sort();
  return [
    ...typesOf(role).map(({ word, description }) => info(word, 'type', description, counts.get(word) ?? 0)),
    ...own.map((word) => info(word, 'type', '', counts.get(word) ?? 0)),
  ];
}

async function attributeOptions({ types, role }: Extract<WordList, { kind: 'attributes' }>, source: SuggestionSource): Promise<OptionInfo[]> {
  // Grants have conditions, so only `via` offers them.
  const words = attributesOf(types).filter(({ word }) => word !== 'condition' || role === 'via');
  const keys = (await source.tagKeys(types)).filter((key) => /^[^\s"|()]+$/.test(key));
  return [
    ...words.map(({ word, description }) => info(word, 'attribute', description)),
    ...keys.map((key) => info(`tag.${key}`, 'attribute', 'tag')),
  ].sort(byOption);
}

async function valueOptions(list: Extract<WordList, { kind: 'values' }>, typed: TypedWord, source: SuggestionSource): Promise<Suggestions> {
  const { attribute, types } = list;
  const words = attribute.kind === 'boolean' ? fixedWords(list) : (attribute.values ?? []);
  if (attribute.kind === 'date') return fitting(typed.quoted ? [] : daysBack(), typed.text);
  if (words.length > 0)
    return fitting(
      words.map((word) => info(word, 'value', '')),
      typed.text,
    );
  const { found, total } = await source.values(attribute.word, types, typed.text);
  return named({ found: found.filter(({ text }) => attribute.kind !== 'number' || /^\d+$/.test(text)), total }, 'value');
}

/** Returns the comparison operators for numbers and dates. Other attributes offer operators once the user types one. */
function operatorOptions({ kind }: AttributeWord, typed: string): Suggestions {
  const isOrdered = kind === 'number' || kind === 'date';
  const words = Object.entries(OPERATORS).filter(([word]) => (typed === '' ? isOrdered && word !== '~' : true));
  return fitting(
    words.map(([word, description]) => info(word, 'operator', description)),
    typed,
  );
}

/** Returns the most common dates: the start of each usage period. */
function daysBack(): OptionInfo[] {
  const day = 86_400_000;
  return [90, 30, 7].map((days) => info(new Date(Date.now() - days * day).toISOString().slice(0, 10), 'value', `${days} days ago`));
}

function named({ found, total }: FoundList, kind: OptionInfo['kind']): Suggestions {
  const listed = found.map(({ text, count, description }) =>
    info(kind === 'action' ? text : quoteName(text, isReserved), kind, description ?? '', count),
  );
  return { listed, total };
}

function fixed(words: Record<string, string>): OptionInfo[] {
  return Object.entries(words)
    .map(([word, description]) => info(word, 'keyword', description))
    .sort(byOption);
}

/** Returns the options that begin with the typed text or, if there are none, those that contain it. */
function fitting(options: readonly OptionInfo[], typed: string): Suggestions {
  const wanted = typed.toLowerCase();
  const begun = options.filter(({ option }) => option.toLowerCase().startsWith(wanted));
  const listed = begun.length > 0 ? begun : options.filter(({ option }) => option.toLowerCase().includes(wanted));
  return { listed, total: listed.length };
}

function info(option: string, kind: OptionInfo['kind'], description: string, count: number | null = null): OptionInfo {
  return { option, kind, description, count };
}

function byOption(a: OptionInfo, b: OptionInfo): number {
  return a.option < b.option ? -1 : 1;
}
