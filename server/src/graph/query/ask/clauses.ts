import type { Clause, UsageTest } from '../ast';
import { freeWord, nameText } from './attribute-phrases';
import { alt, many, map, memo, opt, say, seq, type Chart, type Found, type Rule } from './chart';
import { bare } from './lexicon';
import { via, type Noun } from './nouns';
import { forSoLong, recently } from './times';

/** A clause of a statement, or an entity whose presence on the path excludes the identity altogether. */
export type Extra = Clause | { kind: 'without-via'; entity: Noun } | { kind: 'on-path'; negated: boolean; entity: Noun };

const through = say(
  'through|via|by way of|by means of|thanks to|because of|by being in|by membership in|by being member of|by assuming|using|over|by',
);
const member = say('membership in|being in|being member of|assuming|membership of');
/** A role as an entity, or as a grant without an entity of its own. */
export const ROLES = ['role', 'role_grant'];
const roleNames: Rule<Clause> = seq([say('with role|by role|as|with roles'), grantName('a role', ROLES)] as const, (_role, name) => ({
  kind: 'role' as const,
  negated: false,
  names: [name],
}));

export function grantName(because: string, types: readonly string[]): Rule<ReturnType<typeof nameText>> {
  const word = freeWord(because);
  return (chart, at) => [
    ...chart.names
      .at(at)
      .filter(({ hits }) => hits.some(({ type, isExact }) => isExact && types.includes(type)))
      .map((span) => spanFound(chart, at, span.end, because, span.hits.find(({ isExact }) => isExact)?.name ?? span.text)),
    // Patterns and paths such as "/subscriptions/1" stand for themselves. Any other text must be a name of the graph.
    ...(/[*?/]./.test(chart.words[at]?.raw ?? '') ? word(chart, at) : []),
  ];
}

function spanFound(chart: Chart, at: number, end: number, because: string, name: string): Found<ReturnType<typeof nameText>> {
  chart.reach(end);
  const text = /[*?]/.test(name) ? bare(name) : nameText(name);
  return { end, value: text, marks: [{ from: chart.words[at]?.from ?? 0, to: chart.words[end - 1]?.to ?? 0, as: name, because }], cost: 1 };
}

/** Use of the access itself: "never used", "not used for 90 days", "but have not used it". */
const unused: Rule<UsageTest> = alt(
  map(
    say(
      'never used|never used it|never used them|never use it|never used that|without using it|that was never used|that were never used|was never used|were never used|have never used it|has never used it|have never used them|never did',
    ),
    () => never(),
  ),
  seq(
    [
      say(
        'unused|not used|not used it|not used them|have not used it|has not used it|have not used them|has not used them|did not use it|did not use them|do not use it|have not used that|have not|did not|idle|not been used|has not been used|have not been used|that has not been used|that was not used|not used that|not',
      ),
      forSoLong,
    ] as const,
    (_not, days) => moreThan(days),
  ),
  map(say('unused|but do not use it|never use'), () => moreThan(90)),
  seq([say('used|last used|used it|have used it|has used it|used them|actually used'), recently] as const, (_used, days) => lessThan(days)),
  seq([say('last used|used'), say('more than|over'), forSoLong, say('ago')] as const, (_used, _more, days) => moreThan(days)),
);

export function never(): UsageTest {
  return { never: true, moreThan: null, lessThan: null };
}
export function moreThan(days: number): UsageTest {
  return { never: false, moreThan: days, lessThan: null };
}
export function lessThan(days: number): UsageTest {
  return { never: false, moreThan: null, lessThan: days };
}

export const onPath = (entity: Noun, negated: boolean): Extra => ({ kind: 'on-path', negated, entity });
const xaccount = (relation: 'cross' | 'same' | 'unknown' | 'known' | 'public'): Extra => ({
  kind: 'for',
  negated: false,
  anyOf: [[{ kind: 'accounts', relations: [relation] }]],
});
export const conditional = (negated: boolean): Extra =>
  onPath(
    {
      types: ['policy'],
      names: [],
      filters: [{ negated: false, anyOf: [[{ attribute: 'condition', operator: '=', values: [bare('*')] }]] }],
      holds: null,
      relation: null,
      isGeneric: false,
    },
    negated,
  );
export const DIRECT: Noun = { types: ['group', 'role'], names: [], filters: [], holds: null, relation: null, isGeneric: false };

/** Phrases behind the object: the path, the accounts, the conditions and the last use. */
export const extra: Rule<Extra> = memo(() => seq([opt(say(',')), core] as const, (_comma, found) => found));
const core: Rule<Extra> = memo(() =>
  alt<Extra>(
    seq([through, opt(member), via] as const, (_through, _member, { items }) =>
      items.length === 1 && items[0] && !items[0].isGeneric ? onPath(items[0], false) : null,
    ),
    // "Not through a group" has two readings: no group on this path, or nobody who has any path through one.
    seq([say('not through|not via|without going through|but not through|but not via|other than through'), via] as const, (_not, { items }) =>
      items.length === 1 && items[0] ? onPath(items[0], true) : null,
    ),
    seq([say('not through|not via|but not through|but not via'), via] as const, (_not, { items }) =>
      items.length === 1 && items[0] ? { kind: 'without-via' as const, entity: items[0] } : null,
    ),
    map(say('directly|direct|without group or role|not through any group or role'), () => onPath(DIRECT, true)),
    map(
      say(
        'from another account|from other accounts|from different account|across accounts|cross-account|cross account|from other account|from accounts other than its own|from outside account|from outside of account',
      ),
      () => xaccount('cross'),
    ),
    map(say('from unknown account|from unknown accounts|from accounts we do not know'), () => xaccount('unknown')),
    map(say('from same account|within same account|inside same account|in same account'), () => xaccount('same')),
    map(say('from known account|from known accounts'), () => xaccount('known')),
    map(say('from internet|from anywhere|publicly|anonymously|from public internet'), () => xaccount('public')),
    map(say('conditionally|under conditions|with conditions|with condition|under condition|only under conditions|subject to conditions'), () =>
      conditional(false),
    ),
    map(say('unconditionally|without conditions|without any conditions|without condition|without any condition|with no conditions'), () =>
      conditional(true),
    ),
    roleNames,
    seq(
      [opt(say('and|but|,|, but|, and|that|which|who|but who|but that|and that')), opt(say('they|he|she')), unused] as const,
      (_but, _they, test) => ({ kind: 'usage' as const, test }),
    ),
  ),
);

export const extras = many(extra);
