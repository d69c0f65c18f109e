import type { AttributeFilter, AttributeTerm, Clause, EntityPattern, Expression, Privilege, Query, Statement, Text, UsageTest } from '../ast';
import { COMPARISONS, isPlain, OF_DATES, RELATIONS } from '../meaning';
import { parseQuery } from '../parse-query';
import { printQuery } from '../print';
import { ACTION_TYPES, ATTRIBUTES, TAG_PREFIX, TYPES, type AccountRelation, type ActionType, type AttributeWord, type Operator } from '../vocabulary';
import { alt, Chart, exactly, list, many, map, memo, nothing, opt, seq, type Rule } from './chart';
import type { Token } from './tokens';

/**
 * Reads the sentence that `meaningOf` makes of a query.
 * @returns the query; null when the text is no such sentence
 */
export function readSentence(text: string): Query | null {
  const words = sentenceWords(text.trim());
  if (words.length === 0) return null;
  const chart = new Chart(words, { at: () => [], isAccount: () => false, isStageOfAccount: () => false }, new Date(0), { steps: 20_000, ways: 200 });
  const read = whole(chart, 0).find(({ end }) => end === words.length);
  return read ? parseQuery(printQuery(read.value)).query : null;
}

const PIECE = /"(?:[^"\\]|\\.)*"|[(),;]|[^\s(),;"]+/g;

function sentenceWords(text: string): Token[] {
  return [...text.replace(/\.$/, '').matchAll(PIECE)].map(({ 0: piece, index }) => {
    const quoted = piece.startsWith('"');
    const raw = quoted ? piece.slice(1, -1).replace(/\\(.)/g, '$1') : piece;
    return { text: quoted ? `"${raw}` : raw.toLowerCase(), raw, from: index, to: index + piece.length, quoted };
  });
}

const word =
  (fits: RegExp): Rule<string> =>
  (chart, at) => {
    const token = chart.words[at];
    return token && !token.quoted && fits.test(token.raw) ? [{ end: at + 1, value: token.raw, marks: [], cost: 0 }] : [];
  };
const lit = exactly;

const quotedText: Rule<Text> = (chart, at) => {
  const token = chart.words[at];
  return token?.quoted ? [{ end: at + 1, value: { text: token.raw, quoted: true }, marks: [], cost: 0 }] : [];
};
const value: Rule<Text> = alt(
  map(word(/./), (text) => (isPlain(text) ? { text, quoted: false } : null)),
  quotedText,
  seq([lit('pattern'), quotedText] as const, (_pattern, { text }) => ({ text, quoted: false })),
);

/** "a", "a or b", "a, b or c". */
function either<T>(rule: Rule<T>): Rule<T[]> {
  return alt(
    map(rule, (item) => [item]),
    seq([list(rule, lit(',')), lit('or'), rule] as const, ({ items }, _or, last) => [...items, last]),
  );
}
const values = memo(() => either(value));

const number = map(word(/^\d+$/), Number);
const days = seq([number, lit('day|days')] as const, (count) => count);

const typeWord = alt(
  ...TYPES.map(({ word: type, plural }) => map(lit(plural.toLowerCase()), () => type)),
  map(word(/^(?:aws|azure|gcp)_[a-z0-9_]+$/i), (type) => type.toLowerCase()),
);

/** A comparison of an attribute with values. */
type Comparison = Pick<AttributeTerm, 'operator' | 'values'>;
const anything: readonly Text[] = [{ text: '*', quoted: false }];

function compared(words: Record<Operator, string>, of: Rule<Text[]>): Rule<Comparison> {
  return alt(
    ...(Object.keys(words) as Operator[]).map((operator) => {
      const before = words[operator].trim();
      return seq([before === '' ? nothing('') : lit(before), of] as const, (_before, found) => ({ operator, values: found }));
    }),
  );
}
const anyValue = (phrase: string): Rule<Comparison> => map(lit(phrase), () => ({ operator: '=' as const, values: [...anything] }));
const texts = memo(() => alt(anyValue('of any value'), compared(COMPARISONS, values)));
const dayValue = alt(
  seq([lit('the day'), number, lit('days ago')] as const, (_the, count) => ({ text: `${count}d`, quoted: false })),
  value,
);
const dates = memo(() => alt(anyValue('at any time'), compared(OF_DATES, either(dayValue))));

function termOf({ word: attribute, says, kind }: AttributeWord): Rule<AttributeTerm> {
  const known = map(lit(`have a known value of ${attribute}`), () => ({ attribute, operator: '=' as const, values: [...anything] }));
  if (typeof says !== 'string') {
    const is = (text: string): AttributeTerm => ({ attribute, operator: '=', values: [{ text, quoted: false }] });
    return alt(
      known,
      map(lit(says.true.toLowerCase()), () => is('true')),
      map(lit(says.false.toLowerCase()), () => is('false')),
    );
  }
  const [before = '', after = ''] = says.toLowerCase().split('{}');
  const rest = after.trim() === '' ? nothing('') : lit(after.trim());
  return seq([lit(before.trim()), kind === 'date' ? dates : texts, rest] as const, (_before, comparison) => ({ attribute, ...comparison }));
}

const tagTerm: Rule<AttributeTerm> = seq(
  [lit('have the tag'), word(/./), lit('with the value'), texts] as const,
  (_have, key, _with, comparison) => ({
    attribute: `${TAG_PREFIX}${key}`,
    ...comparison,
  }),
);
const term = memo(() => alt(tagTerm, ...ATTRIBUTES.map(termOf)));
const terms = list(term, lit('and'));
const anyOf = map(
  list(
    map(terms, ({ items }) => items),
    lit('or'),
  ),
  ({ items }) => items,
);
const filter: Rule<AttributeFilter> = memo(() =>
  alt<AttributeFilter>(
    seq([lit('that'), anyOf] as const, (_that, found) => ({ negated: false, anyOf: found })),
    seq([lit('except those that'), anyOf] as const, (_except, found) => ({ negated: true, anyOf: found })),
  ),
);

/** @param generic the phrase for any type */
function entity(generic: string): Rule<EntityPattern> {
  return memo(() =>
    seq(
      [
        alt<string[] | 'any'>(
          either(typeWord),
          map(lit(generic), () => 'any' as const),
        ),
        opt(seq([lit('named'), values] as const, (_named, names) => names)),
        many(filter),
      ] as const,
      (types, names, filters) => ({
        types: types === 'any' ? null : types,
        names: names ?? [],
        filters,
      }),
    ),
  );
}
const subject = entity('identities of any type');
const object = entity('any resource|resources');
const onPath = entity('any entity|entities');

const kinds = either(alt(...(Object.keys(ACTION_TYPES) as ActionType[]).map((kind) => map(lit(kind), () => kind))));
const relations = either(alt(...(Object.keys(RELATIONS) as AccountRelation[]).map((relation) => map(lit(RELATIONS[relation]), () => relation))));
const privilege: Rule<Privilege> = alt<Privilege>(
  seq([kinds, lit('privileges')] as const, (types) => ({ kind: 'types' as const, types })),
  seq([lit('the action|one of the actions'), values] as const, (_the, actions) => ({ kind: 'actions' as const, actions })),
  seq([lit('access from'), relations] as const, (_from, found) => ({ kind: 'accounts' as const, relations: found })),
);
const privileges = map(
  list(
    map(list(privilege, lit('and')), ({ items }) => items),
    lit('or'),
  ),
  ({ items }) => items,
);

const usage = (never: boolean, moreThan: number | null, lessThan: number | null): UsageTest => ({ never, moreThan, lessThan });
const period: Rule<UsageTest> = alt(
  seq([lit('more than'), days, lit('and less than'), days, lit('ago')] as const, (_more, least, _less, most) => usage(false, least, most)),
  seq([lit('more than'), days, lit('ago')] as const, (_more, least) => usage(false, least, null)),
  map(lit('in the last day'), () => usage(false, null, 1)),
  seq([lit('in the last'), days] as const, (_last, most) => usage(false, null, most)),
);
const lastUse: Rule<UsageTest> = alt(
  map(lit('never used'), () => usage(true, null, null)),
  seq([lit('not used for more than'), days] as const, (_not, least) => usage(false, least, null)),
  seq([lit('last used'), period] as const, (_last, test) => test),
);

/** Clauses behind "can access": of the access itself. */
const clause: Rule<Clause> = alt<Clause>(
  map(lastUse, (test) => ({ kind: 'usage' as const, test })),
  seq([opt(lit('then')), lit('through'), onPath] as const, (_then, _through, found) => ({ kind: 'via' as const, negated: false, entity: found })),
  seq([lit('on a path without'), onPath] as const, (_without, found) => ({ kind: 'via' as const, negated: true, entity: found })),
  seq([lit('with'), opt(lit('something other than')), privileges] as const, (_with, other, found) => ({
    kind: 'for' as const,
    negated: other !== null,
    anyOf: found,
  })),
  seq([opt(lit('not')), lit('granted by the role'), values] as const, (not, _by, names) => ({ kind: 'role' as const, negated: not !== null, names })),
  seq([opt(lit('not')), lit('granted at the scope'), values] as const, (not, _at, names) => ({
    kind: 'scope' as const,
    negated: not !== null,
    names,
  })),
);
/** Clauses without "can access": of the subject. */
const ownClause: Rule<Clause> = alt<Clause>(
  seq([lit('were'), lastUse] as const, (_were, test) => ({ kind: 'usage' as const, test })),
  seq([opt(lit('then')), lit('have access through'), onPath] as const, (_then, _through, found) => ({
    kind: 'via' as const,
    negated: false,
    entity: found,
  })),
  seq([lit('have access on a path without'), onPath] as const, (_without, found) => ({ kind: 'via' as const, negated: true, entity: found })),
  seq([lit('have access with'), opt(lit('something other than')), privileges] as const, (_with, other, found) => ({
    kind: 'for' as const,
    negated: other !== null,
    anyOf: found,
  })),
  seq([lit('hold the role'), values] as const, (_hold, names) => ({ kind: 'role' as const, negated: false, names })),
  seq([lit('do not hold the role'), values] as const, (_hold, names) => ({ kind: 'role' as const, negated: true, names })),
  seq([lit('have a grant at the scope'), values] as const, (_have, names) => ({ kind: 'scope' as const, negated: false, names })),
  seq([lit('have no grant at the scope'), values] as const, (_have, names) => ({ kind: 'scope' as const, negated: true, names })),
);
const clauses = many(seq([lit(','), clause] as const, (_comma, found) => found));

type Said = Pick<Statement, 'verb' | 'clauses'>;
const predicate: Rule<Said> = memo(() =>
  alt<Said>(
    seq([lit('can access'), object, clauses] as const, (_can, found, more) => ({ verb: { kind: 'access' as const, object: found }, clauses: more })),
    seq(
      [
        alt(
          map(lit('were never active'), () => usage(true, null, null)),
          seq([lit('were active'), period] as const, (_were, test) => test),
        ),
        opt(seq([lit('on'), object] as const, (_on, found) => found)),
        clauses,
      ] as const,
      (test, on, more) => ({
        verb: { kind: 'usage' as const, test, object: on },
        clauses: more,
      }),
    ),
    map(list(ownClause, lit('and')), ({ items }) => ({ verb: null, clauses: items })),
  ),
);

const nobody: Said = { verb: null, clauses: [] };
const statement: Rule<Expression> = memo(() =>
  alt<Expression>(
    seq(
      [
        subject,
        alt(
          nothing(nobody),
          seq([lit('and|that'), predicate] as const, (_that, said) => said),
        ),
      ] as const,
      (who, said) => ({ kind: 'statement' as const, subjects: [who], isSameSubject: false, ...said }),
    ),
    // Several subjects stand in parentheses before the statement about them.
    seq(
      [lit('any of'), lit('('), list(subject, lit(';')), lit(')'), lit('and|that'), predicate] as const,
      (_any, _open, { items }, _close, _that, said) => ({
        kind: 'and' as const,
        parts: [
          {
            kind: 'or' as const,
            parts: items.map((who): Expression => ({ kind: 'statement', subjects: [who], isSameSubject: false, verb: null, clauses: [] })),
          },
          { kind: 'statement' as const, subjects: items, isSameSubject: true, ...said },
        ],
      }),
    ),
  ),
);
const bracketed: Rule<Expression> = memo(() =>
  alt<Expression>(
    statement,
    seq([lit('('), expression, lit(')')] as const, (_open, inside) => inside),
  ),
);
const another = (said: Said): Statement => ({ kind: 'statement', subjects: [], isSameSubject: true, ...said });
const continuation: Rule<Expression> = alt<Expression>(
  seq([lit(','), lit('and also'), predicate] as const, (_comma, _also, said) => another(said)),
  seq([lit(','), lit('that are also'), bracketed] as const, (_comma, _also, part) => part),
  seq([lit(','), lit('but not those that'), predicate] as const, (_comma, _not, said): Expression => ({ kind: 'not', part: another(said) })),
  seq([lit(','), lit('but not'), bracketed] as const, (_comma, _not, part): Expression => ({ kind: 'not', part })),
);
const expression: Rule<Expression> = memo(() =>
  alt<Expression>(
    seq([bracketed, many(continuation)] as const, (first, others) =>
      others.length === 0 ? first : { kind: 'and' as const, parts: [first, ...others] },
    ),
    seq([bracketed, lit(','), lit('or'), list(bracketed, lit(', or'))] as const, (first, _comma, _or, { items }) => ({
      kind: 'or' as const,
      parts: [first, ...items],
    })),
  ),
);

const date = word(/^\d{4}-\d{2}-\d{2}$/);
const whole: Rule<Query> = memo(() =>
  seq(
    [
      expression,
      opt(seq([lit(','), lit('as of'), date] as const, (_comma, _as, day) => day)),
      opt(seq([lit(','), lit('changed since'), date] as const, (_comma, _since, day) => day)),
    ] as const,
    (read, asOf, changedSince) => ({
      expression: read,
      asOf,
      changedSince,
    }),
  ),
);
