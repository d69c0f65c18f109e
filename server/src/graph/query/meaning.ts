import type { AttributeFilter, AttributeTerm, Clause, EntityPattern, Expression, Privilege, Query, Statement, Text, UsageTest } from './ast';
import { ATTRIBUTES, findAttribute, pluralOf, TYPES, type AccountRelation, type Operator, type ValueKind, isDaysAgo } from './vocabulary';

/** The words of the sentences themselves. A name that is one of them stands in quotes. */
const SENTENCE_WORDS: ReadonlySet<string> = new Set(
  [
    ...TYPES.map(({ plural }) => plural),
    ...ATTRIBUTES.flatMap(({ says }) => (typeof says === 'string' ? [says] : [says.true, says.false])),
    'any type identities of resources resource entity entities named and or that also can access but not those none then through on a path without with something other than',
    'read write admin list tagging permissions sensitive privileges the action one of actions from same another connected account unknown anywhere except have known value tag',
    'hold do role granted by at scope grant no were active never last used for more less than days day ago in as changed since pattern containing least most after before about time',
  ]
    .flatMap((phrase) => phrase.toLowerCase().split(' '))
    .filter((word) => word !== 'a'),
);

/** Returns the meaning of a query as one English sentence, from which `readSentence` gets the query again. */
export function meaningOf({ expression, asOf, changedSince }: Query): string {
  const days = [asOf ? `as of ${asOf}` : '', changedSince ? `changed since ${changedSince}` : ''].filter(Boolean);
  const words = [expressionWords(expression), ...days].join(', ');
  return `${words.replace(/[a-z]/i, (letter) => letter.toUpperCase())}.`;
}

function expressionWords(expression: Expression): string {
  if (expression.kind === 'statement') return statementWords(expression);
  if (expression.kind === 'not') return `none of ${bracketed(expression.part)}`;
  if (expression.kind === 'or') return expression.parts.map(bracketed).join(', or ');
  const positive = expression.parts.filter(({ kind }) => kind !== 'not');
  const negative = expression.parts.flatMap((part) => (part.kind === 'not' ? [part.part] : []));
  const further = positive.slice(1).map((part) => (isAboutSame(part) ? `and also ${predicateWords(part)}` : `that are also ${bracketed(part)}`));
  const without = negative.map((part) => `but not ${isAboutSame(part) ? `those that ${predicateWords(part)}` : bracketed(part)}`);
  return [...positive.slice(0, 1).map(bracketed), ...further, ...without].join(', ');
}

function isAboutSame(expression: Expression): expression is Statement {
  return expression.kind === 'statement' && expression.isSameSubject;
}

function bracketed(expression: Expression): string {
  return expression.kind === 'statement' ? statementWords(expression) : `(${expressionWords(expression)})`;
}

function statementWords(statement: Statement): string {
  const { subjects, verb, clauses } = statement;
  const each = subjects.map((subject) => entityWords(subject, 'identities of any type', 'identities of any type'));
  const who = each.length > 1 ? `any of (${each.join('; ')})` : (each[0] ?? '');
  if (!verb && clauses.length === 0) return who;
  return `${who} ${hasOnePlainFilter(subjects) ? 'and' : 'that'} ${predicateWords(statement)}`;
}

/** A single positive filter joins the predicate with "and". An "or" or "except" in between would be ambiguous. */
function hasOnePlainFilter([subject, ...others]: readonly EntityPattern[]): boolean {
  const [filter, ...further] = subject?.filters ?? [];
  return others.length === 0 && further.length === 0 && filter !== undefined && !filter.negated && filter.anyOf.length === 1;
}

function predicateWords({ verb, clauses }: Statement): string {
  const throughClauses = clauses.filter((clause) => clause.kind === 'via' && !clause.negated);
  const how = clauses.map((clause) => `${throughClauses.indexOf(clause) > 0 ? 'then ' : ''}${clauseWords(clause, verb === null)}`);
  if (!verb) return how.join(' and ');
  if (verb.kind === 'access') return [`can access ${entityWords(verb.object, 'any resource', 'resources')}`, ...how].join(', ');
  const { object, test } = verb;
  const what = object ? ` on ${entityWords(object, 'any resource', 'resources')}` : '';
  return [test.never ? `were never active${what}` : `were active ${periodWords(test)}${what}`, ...how].join(', ');
}

/**
 * @param any noun when neither types nor attributes are given
 * @param anyOfThem noun when only attributes are given
 */
export function entityWords({ types, names, filters }: EntityPattern, any: string, anyOfThem: string): string {
  const what = types ? either(types.map(pluralOf)) : filters.length > 0 ? anyOfThem : any;
  const named = names.length > 0 ? ` named ${valueWords(names)}` : '';
  return [what + named, ...filters.map(filterWords)].join(' ');
}

export function filterWords({ negated, anyOf }: AttributeFilter): string {
  const words = anyOf.map((all) => all.map(termWords).join(' and ')).join(' or ');
  return negated ? `except those that ${words}` : `that ${words}`;
}

function termWords({ attribute, operator, values }: AttributeTerm): string {
  const { kind, says } = findAttribute(attribute) ?? { kind: 'text' as const, says: `have ${attribute} {}` };
  if (typeof says === 'string') return says.replace('{}', () => comparison(kind, operator, values));
  const [{ text } = { text: '' }] = values;
  if (values.length > 1 || text === '*') return `have a known value of ${attribute}`;
  return (text.toLowerCase() === 'true') === (operator === '=') ? says.true : says.false;
}

export const COMPARISONS: Record<Operator, string> = {
  '=': '',
  '!=': 'other than ',
  '>': 'more than ',
  '<': 'less than ',
  '>=': 'at least ',
  '<=': 'at most ',
  '~': 'containing ',
};
export const OF_DATES: Record<Operator, string> = {
  '=': 'on ',
  '!=': 'not on ',
  '>': 'after ',
  '<': 'before ',
  '>=': 'on or after ',
  '<=': 'on or before ',
  '~': 'about ',
};

function comparison(kind: ValueKind, operator: Operator, values: readonly Text[]): string {
  if (operator === '=' && values.some(isAnything)) return kind === 'date' ? 'at any time' : 'of any value';
  if (kind !== 'date') return COMPARISONS[operator] + valueWords(values);
  return (
    OF_DATES[operator] + either(values.map((value) => (isDaysAgo(value.text) ? `the day ${parseInt(value.text, 10)} days ago` : valueWords([value]))))
  );
}

function isAnything({ text, quoted }: Text): boolean {
  return !quoted && /^\*+$/.test(text);
}

/** A name or value stands in quotes where the sentence could be read in another way without them. */
export function valueWords(values: readonly Text[]): string {
  return either(
    values.map(({ text, quoted }) => {
      const isPattern = !quoted && /[*?]/.test(text);
      if (isPlain(text) && (!quoted || !/[*?]/.test(text))) return text;
      return `${isPattern ? 'pattern ' : ''}"${text.replace(/(["\\])/g, '\\$1')}"`;
    }),
  );
}

/** Returns whether a name or value stands in a sentence without quotes. */
export function isPlain(text: string): boolean {
  return /^[^\s,;."'“”()|\\](?:[^\s,;"“”()|\\]*[^\s,;."'“”()|\\])?$/.test(text) && !SENTENCE_WORDS.has(text.toLowerCase());
}

/** @param ofWho true when the clause describes the subject itself, not its access */
export function clauseWords(clause: Clause, ofWho: boolean): string {
  if (clause.kind === 'usage') return ofWho ? `were ${usageWords(clause.test)}` : usageWords(clause.test);
  if (clause.kind === 'via') {
    const what = entityWords(clause.entity, 'any entity', 'entities');
    if (ofWho) return `${clause.negated ? 'have access on a path without' : 'have access through'} ${what}`;
    return clause.negated ? `on a path without ${what}` : `through ${what}`;
  }
  if (clause.kind === 'for') {
    const privileges = clause.anyOf.map((all) => all.map(privilegeWords).join(' and ')).join(' or ');
    return `${ofWho ? 'have access ' : ''}with ${clause.negated ? 'something other than ' : ''}${privileges}`;
  }
  const names = valueWords(clause.names);
  if (clause.kind === 'role')
    return ofWho ? `${clause.negated ? 'do not hold' : 'hold'} the role ${names}` : `${clause.negated ? 'not ' : ''}granted by the role ${names}`;
  return ofWho
    ? `${clause.negated ? 'have no' : 'have a'} grant at the scope ${names}`
    : `${clause.negated ? 'not ' : ''}granted at the scope ${names}`;
}

export const RELATIONS: Record<AccountRelation, string> = {
  same: 'the same account',
  cross: 'another account',
  known: 'a connected or named account',
  unknown: 'an unknown account',
  public: 'anywhere',
};

function privilegeWords(privilege: Privilege): string {
  if (privilege.kind === 'types') return `${either(privilege.types)} privileges`;
  if (privilege.kind === 'actions') return `${privilege.actions.length > 1 ? 'one of the actions' : 'the action'} ${valueWords(privilege.actions)}`;
  return `access from ${either(privilege.relations.map((relation) => RELATIONS[relation]))}`;
}

function usageWords({ never, moreThan, lessThan }: UsageTest): string {
  if (never) return 'never used';
  if (moreThan !== null && lessThan === null) return `not used for more than ${days(moreThan)}`;
  return `last used ${periodWords({ never, moreThan, lessThan })}`;
}

export function periodWords({ moreThan, lessThan }: UsageTest): string {
  if (moreThan !== null) return `more than ${days(moreThan)}${lessThan === null ? '' : ` and less than ${days(lessThan)}`} ago`;
  return lessThan === 1 ? 'in the last day' : `in the last ${days(lessThan ?? 0)}`;
}

function days(count: number): string {
  return count === 1 ? '1 day' : `${count} days`;
}

function either(words: readonly string[]): string {
  return words.length < 2 ? (words[0] ?? '') : `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`;
}
