import type { AttributeFilter, Privilege, Text } from '../ast';
import { isIdentityType, isType, type AccountRelation, type TypeRole } from '../vocabulary';
import { account, adjective, behindNoun, cloud, nameText, quality, stage, withValue } from './attribute-phrases';
import { alt, list, many, map, memo, opt, say, seq, unlikely, type Chart, type Found, type NameHit, type NamedSpan, type Rule } from './chart';
import { ANYBODY, ANYTHING, bare, where, TYPES_OF_ATTRIBUTE, type NounMeaning } from './lexicon';
import { NOUN_ENTRIES, phrase } from './phrases';

/** Entities that a question names: a type, names and attributes. */
export interface Noun {
  types: readonly string[] | null;
  names: readonly Text[];
  filters: readonly AttributeFilter[];
  /** Privileges that the noun implies, as for administrators. */
  holds: Privilege | null;
  relation: AccountRelation | null;
  /** "Who", "anyone" or "anything": no type was named. */
  isGeneric: boolean;
}

/** Several nouns, and whether a question means all of them together. */
export interface Nouns {
  items: readonly Noun[];
  /** "Both X and Y", of one identity. */
  together: boolean;
}

export const nounWord = phrase(NOUN_ENTRIES, 'a type');
const determiner = say('any|some|those|these|such|of|number of|other');

/** Types of accounts of people. One name often has several of them. */
const PEOPLE = ['user', 'federated_user', 'person'];
const SOURCES = ['user', 'federated_user', 'group', 'federated_group'];

function nounOf({ types, filter, holds, relation }: NounMeaning, names: readonly Text[] = []): Noun {
  return { types, names, filters: filter ? [filter] : [], holds: holds ?? null, relation: relation ?? null, isGeneric: false };
}

const GENERIC: Noun = { types: null, names: [], filters: [], holds: null, relation: null, isGeneric: true };

/** Returns whether the types of a noun can stand in a place. */
function fits(types: readonly string[] | null, role: TypeRole): boolean {
  return types === null || types.every((type) => isType(type, role));
}

/** The words "who", "anyone" and "anything". */
export const anybody: Rule<Noun> = map(say(ANYBODY), () => GENERIC);
const anything: Rule<Noun> = map(say(ANYTHING), () => GENERIC);

/**
 * Reads a name of the graph.
 * @param of limits the types of the entity
 * @param isBeside whether a type stands beside the name, so that a word of the lexicon may be a name
 */
function nameRule(role: TypeRole, of: readonly string[] | null, isBeside: boolean): Rule<Noun> {
  return (chart, at) =>
    chart.names.at(at).flatMap((span) => {
      if (span.isWord && !isBeside && !isProperName(chart, at)) return [];
      const word = chart.words[at];
      if (!word) return [];
      chart.reach(span.end);
      return meant(span, role, of).map(({ noun, because }) => {
        const to = chart.words[span.end - 1]?.to ?? word.to;
        const as = [noun.types?.join('|') ?? 'any', ...noun.names.map(({ text }) => text)].join(' ');
        // Names compete by their hits, so the cost of a long name is that of a short one.
        return { end: span.end, value: noun, marks: [{ from: word.from, to, as, because }], cost: 1 } satisfies Found<Noun>;
      });
    });
}

/** A word of the lexicon with a capital inside the sentence is a name as much as it is a word. */
function isProperName({ words }: Chart, at: number): boolean {
  return at > 0 && /^\p{Lu}/u.test(words[at]?.raw ?? '');
}

interface Meant {
  noun: Noun;
  because: string;
}

/** The most entities of different names or types to offer for one name. */
const MAX_OFFERED = 4;

function meant({ text, hits }: NamedSpan, role: TypeRole, of: readonly string[] | null): Meant[] {
  const possible = hits.filter(({ type }) => isType(type, role) && (of === null || of.includes(type)));
  if (/[*?]/.test(text)) return [{ noun: named(of, [bare(text)]), because: 'a pattern of names' }];
  const exact = possible.filter(({ isExact }) => isExact);
  const offered = grouped(exact.length > 0 ? exact : possible);
  const types = [...new Set(possible.map(({ type }) => type))];
  const together: Meant[] =
    exact.length === 0 && offered.length > 1 && types.length === 1
      ? [
          {
            noun: named(types, [bare(possible.every(({ name }) => beginsWith(name, text)) ? `${text}*` : `*${text}*`)]),
            because: `all names that contain "${text}"`,
          },
        ]
      : [];
  const single = offered.slice(0, MAX_OFFERED - together.length).map(({ name, types: own, accounts }) => ({
    noun: named(own, [nameText(name)]),
    because:
      exact.length === 0
        ? `the name contains "${text}"${accounts[0] ? `, in account ${accounts[0]}` : ''}`
        : accounts.length === 1
          ? `a name in account ${accounts[0] ?? ''}`
          : `a name in ${accounts.length} accounts`,
  }));
  return [...together, ...single];
}

function beginsWith(name: string, text: string): boolean {
  return name.toLowerCase().startsWith(text.toLowerCase());
}

/** Joins the accounts of a person into one, and keeps other types of the same name apart. */
function grouped(hits: readonly NameHit[]): { name: string; types: string[]; accounts: string[] }[] {
  const groups = new Map<string, { name: string; types: Set<string>; accounts: Set<string> }>();
  for (const { name, type, account } of hits) {
    const kind = PEOPLE.includes(type) ? 'person' : type;
    const group = groups.get(`${kind} ${name}`) ?? { name, types: new Set(), accounts: new Set() };
    group.types.add(type);
    group.accounts.add(account);
    groups.set(`${kind} ${name}`, group);
  }
  return [...groups.values()].map(({ name, types, accounts }) => ({ name, types: [...types].sort().reverse(), accounts: [...accounts] }));
}

function named(types: readonly string[] | null, names: readonly Text[]): Noun {
  const [first] = names;
  // "any" takes no names, so a name without a type is an attribute.
  if (types === null && first) return { ...GENERIC, isGeneric: false, filters: [withValue('name', first)] };
  return { types, names, filters: [], holds: null, relation: null, isGeneric: false };
}

/** Reads a type with a name before or behind it, or the type alone. */
function typed(role: TypeRole): Rule<Noun> {
  const nouns = map(nounWord, (meaning) => (fits(meaning.types, role) ? meaning : null));
  return (chart, at) => {
    const ways: Found<Noun>[] = [];
    for (const found of nouns(chart, at)) {
      ways.push({ ...found, value: nounOf(found.value) });
      for (const behind of behindType(role, found.value)(chart, found.end))
        ways.push({ end: behind.end, value: behind.value, marks: [...found.marks, ...behind.marks], cost: found.cost + behind.cost });
    }
    for (const before of nameRule(role, null, true)(chart, at))
      for (const found of nouns(chart, before.end)) {
        const noun = joinedName(found.value, before.value);
        if (noun) ways.push({ end: found.end, value: noun, marks: [...before.marks, ...found.marks], cost: before.cost + found.cost });
      }
    return ways;
  };
}

function behindType(role: TypeRole, meaning: NounMeaning): Rule<Noun> {
  const names = nameRule(role, meaning.types, true);
  const several = list(names, say('or|,|, or|and'));
  return seq([opt(say('named|called')), several] as const, (_named, { items }) => {
    const all = items.flatMap((item) => [...item.names]);
    const types = [...new Set(items.flatMap((item) => item.types ?? []))];
    return nounOf({ ...meaning, types: types.length > 0 ? types : meaning.types, filter: ownFilter(meaning) }, all);
  });
}

function joinedName(meaning: NounMeaning, name: Noun): Noun | null {
  if (meaning.types === null) return name;
  if (name.types === null) return { ...nounOf(meaning), filters: [...(meaning.filter ? [meaning.filter] : []), ...name.filters] };
  const types = name.types.filter((type) => meaning.types?.includes(type));
  return types.length === 0 ? null : nounOf({ ...meaning, types, filter: ownFilter(meaning) }, name.names);
}

/** A name decides the cloud, whatever product the question calls it. */
function ownFilter({ filter }: NounMeaning): AttributeFilter | undefined {
  return filter?.anyOf[0]?.[0]?.attribute === 'cloudtype' ? undefined : filter;
}

const that = say('that|which|who|whose');
const be = say('are|is|were|was');

/** An account or a cloud as an object stands for what is in it. */
const inAccount: Rule<Noun> = map(
  unlikely(
    1,
    alt(
      account,
      stage,
      map(cloud, (value) => where('cloudtype', value)),
    ),
  ),
  (filter) => ({ ...GENERIC, isGeneric: false, filters: [filter] }),
);

/** Reads a noun with everything that describes it, for one place in a statement. */
function nounRule(role: TypeRole): Rule<Noun> {
  // On a path, a single word such as "Developers" is more often a name than a type in the plural.
  const core = alt(
    typed(role),
    nameRule(role, null, role === 'via'),
    role === 'subject' ? anybody : anything,
    role === 'object' ? inAccount : anything,
  );
  const described = alt(
    map(behindNoun, (filter) => [filter]),
    seq([say('and|,|but'), behindNoun] as const, (_and, filter) => [filter]),
    seq([opt(that), be, quality] as const, (_that, _be, filters) => filters),
    seq([that, behindNoun] as const, (_that, filter) => [filter]),
  );
  const adjectives = many(seq([opt(say('and|,')), adjective] as const, (_and, filter) => filter));
  return seq([opt(determiner), opt(determiner), adjectives, core, many(described)] as const, (_one, _two, before, noun, behind) =>
    filtered(noun, [...before, ...behind.flat()], role),
  );
}

/** Adds filters to a noun; null when its types cannot have one of the attributes. */
export function filtered(noun: Noun, filters: readonly AttributeFilter[], role: TypeRole = 'subject'): Noun | null {
  const own = filters.map((filter) => sourceOf(filter, noun.types));
  for (const { attribute } of own.flatMap(({ anyOf }) => anyOf.flat())) {
    const types = TYPES_OF_ATTRIBUTE.get(attribute);
    if (types && noun.types && !noun.types.some((type) => types.includes(type))) return null;
    if (noun.isGeneric && role === 'object' && types?.every(isIdentityType)) return null;
  }
  if (noun.isGeneric && filters.length === 0) return noun;
  return { ...noun, filters: [...noun.filters, ...own] };
}

/** People of a directory are found by their source, as one person has accounts in several clouds. */
export function sourceOf(filter: AttributeFilter, types: readonly string[] | null): AttributeFilter {
  if (types === null || !types.every((type) => SOURCES.includes(type))) return filter;
  return {
    ...filter,
    anyOf: filter.anyOf.map((all) =>
      all.map((term) => (term.attribute === 'cloudtype' && term.values[0]?.text.startsWith('IDP_') ? { ...term, attribute: 'usersource' } : term)),
    ),
  };
}

const joint = say('and|or|,|, and|, or|/|as well as|and also');

function nounsRule(role: TypeRole): Rule<Nouns> {
  const one = memo(() => nounRule(role));
  return memo(() =>
    alt(
      seq([opt(say('both|either')), list(one, joint)] as const, (word, { items, joints }) => {
        const isAnd = joints.length > 0 && joints.every((text) => /and|as well as/.test(text));
        if (word === 'both' && !isAnd) return null;
        return { items, together: word === 'both' };
      }),
      // "Payroll and hr" may mean both of them, held by one identity.
      seq([list(one, joint)] as const, ({ items, joints }) =>
        role === 'object' && joints.length > 0 && joints.every((text) => text === 'and') && items.every(({ names }) => names.length > 0)
          ? { items, together: true }
          : null,
      ),
    ),
  );
}

export const subjects: Rule<Nouns> = nounsRule('subject');
export const objects: Rule<Nouns> = nounsRule('object');
export const via: Rule<Nouns> = nounsRule('via');
