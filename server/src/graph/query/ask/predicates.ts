import { ability, bareAccess, havingAccess, shortened, type Signed } from './access';
import { behindNoun, quality } from './attribute-phrases';
import { alt, list, many, map, memo, opt, say, seq, unlikely, type Rule } from './chart';
import { extra, extras, grantName, lessThan, moreThan, never, onPath, ROLES, type Extra } from './clauses';
import { ACCESS_NOUNS } from './lexicon';
import { nounWord, objects, via, type Nouns } from './nouns';
import { forSoLong, recently, sinceDays } from './times';
import { able, actions, base, participle, past, preposition, verbList } from './verbs';

const usageObjects = opt(seq([opt(preposition), objects] as const, (_to, nouns) => nouns));

/** Past activity: "used payroll-prod last week", "was not active for 90 days". */
const activity: Rule<Signed[]> = alt(
  seq(
    [
      opt(say('have|has|did|had|actually')),
      verbList(
        alt(
          past,
          unlikely(
            1,
            seq([say('use|access|touch')] as const, () => ({ privilege: null })),
          ),
        ),
      ),
      usageObjects,
      extrasWithoutUse(),
      recently,
    ] as const,
    (_have, verbs, on, clauses, days) => [
      { negated: false, predicate: { kind: 'usage', test: lessThan(days), objects: on, privileges: verbs.privileges, clauses } },
    ],
  ),
  seq([opt(say('have|has|did|had')), verbList(past), usageObjects, sinceDays] as const, (_have, verbs, on, days) => [
    { negated: false, predicate: { kind: 'usage', test: lessThan(days), objects: on, privileges: verbs.privileges, clauses: [] } },
  ]),
  seq(
    [
      opt(say('have|has|had')),
      say(
        'been used|were used|was used|been active|were active|was active|active|logged in|signed in|log in|signed on|did something|done anything|done something|did anything|worked',
      ),
      usageObjects,
      recently,
    ] as const,
    (_have, _used, on, days) => [{ negated: false, predicate: { kind: 'usage', test: lessThan(days), objects: on, privileges: [], clauses: [] } }],
  ),
  seq(
    [
      opt(say('have|has|had|were|was|did|are|is|do|does')),
      say(
        'not been used|not used|not been active|not active|unused|inactive|idle|dormant|not logged in|not signed in|not log in|not sign in|not done anything|not do anything|not been seen',
      ),
      opt(alt(say('anything|at'), say(ACCESS_NOUNS))),
      forSoLong,
    ] as const,
    (_have, _not, _any, days) => [{ negated: false, predicate: { kind: 'usage', test: moreThan(days), objects: null, privileges: [], clauses: [] } }],
  ),
  seq(
    [
      opt(say('have|has|had|were|was|are|is|did')),
      say(
        'never been used|never used|never been active|never active|never logged in|never signed in|never used anything|never did anything|never done anything|not been used at|not ever been used|never log in',
      ),
      opt(objectsOf()),
    ] as const,
    (_have, _never, on) =>
      on ? null : [{ negated: false, predicate: { kind: 'usage', test: never(), objects: null, privileges: [], clauses: [] } }],
  ),
  seq([opt(say('are|is|were|was|that are')), say('unused|inactive|dormant|stale|idle')] as const, (_are, _unused) => [
    { negated: false, predicate: { kind: 'usage', test: moreThan(90), objects: null, privileges: [], clauses: [] } },
  ]),
);

function objectsOf(): Rule<Nouns> {
  return (chart, at) => objects(chart, at);
}

function extrasWithoutUse(): Rule<Extra[]> {
  return map(many(extra), (list) => (list.some(({ kind }) => kind === 'usage') ? null : list));
}

const scopeName = grantName('a scope', ['scope', 'account_data']);
const holding: Rule<Signed[]> = seq(
  [
    say('have|has|hold|holds|with|holding|having|assigned|are assigned|is assigned|granted|were granted|got'),
    opt(say('role|roles')),
    list(grantName('a role', ROLES), say('or|,')),
    opt(say('role|roles')),
    opt(seq([say('at|in|on|at scope'), opt(say('scope')), scopeName] as const, (_at, _scope, name) => name)),
  ] as const,
  (_have, before, { items }, behind, scope) =>
    before === null && behind === null
      ? null
      : [
          {
            negated: false,
            predicate: {
              kind: 'grants',
              clauses: [
                { kind: 'role', negated: false, names: items },
                ...(scope ? [{ kind: 'scope' as const, negated: false, names: [scope] }] : []),
              ],
            },
          },
        ],
);

/** "Are in the group X": access through the group. */
const membership: Rule<Signed[]> = seq(
  [
    say(
      'are in|is in|are members of|is member of|are member of|belong to|belongs to|are part of|is part of|is in group|in|member of|members of|is members of',
    ),
    via,
    extras,
  ] as const,
  (_in, { items }, clauses) => {
    const [group] = items;
    if (!group || items.length > 1 || group.names.length === 0 || !group.types?.every((type) => /group/.test(type))) return null;
    return [
      { negated: false, predicate: { kind: 'access', objects: null, privileges: [], clauses: [onPath(group, false), ...clauses], isFresh: true } },
    ];
  },
);

/** "Users through the policy X". */
const onlyPath: Rule<Signed[]> = seq([say('through|via'), via, extras] as const, (_through, { items }, clauses) => {
  const [only] = items;
  return only && items.length === 1 && !only.isGeneric
    ? [{ negated: false, predicate: { kind: 'access', objects: null, privileges: [], clauses: [onPath(only, false), ...clauses], isFresh: true } }]
    : null;
});

const qualities: Rule<Signed[]> = alt(
  seq([say('are|is|were|was|be'), quality] as const, (_are, filters) => [{ negated: false, predicate: { kind: 'filters', filters } }]),
  map(behindNoun, (filter) => [{ negated: false, predicate: { kind: 'filters' as const, filters: [filter] } }]),
);

/** "Are admins", "is not a contractor". */
const kindOfSubject: Rule<Signed[]> = seq([say('is|are'), opt(say('not')), nounWord] as const, (_are, not, { holds, filter }) => {
  if (holds) return [{ negated: not !== null, predicate: { kind: 'access', objects: null, privileges: [[holds]], clauses: [], isFresh: true } }];
  return filter ? [{ negated: not !== null, predicate: { kind: 'filters', filters: [filter] } }] : null;
});

const one: Rule<Signed[]> = memo(() => alt(ability, havingAccess, activity, holding, membership, onlyPath, kindOfSubject, qualities));
/** A predicate behind another one. A last use there is that of the access, if it can be. */
const further: Rule<Signed[]> = memo(() =>
  alt(ability, havingAccess, bareAccess, unlikely(1, activity), holding, membership, kindOfSubject, qualities, unlikely(1, shortened)),
);
const conjunction = say(
  'and|but|, and|, but|,|and also|but also|and who|and that|but who|but that|who|that|and which|who also|that also|and at same time|while|yet|and they|but they',
);

/** Reads all predicates of a subject. They hold together. */
export const predicates: Rule<Signed[]> = memo(() =>
  seq(
    [
      opt(say('that|which|who|whose')),
      one,
      many(
        alt(
          unlikely(1, qualities),
          seq([conjunction, opt(say('do|does')), further] as const, (_and, _can, signed) => signed),
        ),
      ),
    ] as const,
    (_that, first, others) => [...first, ...others.flat()],
  ),
);

/** The verb phrase behind an object that stands first: "which buckets can contractors read". */
export const verbBehindObject = seq([alt(verbList(alt(base, actions))), opt(preposition), extras] as const, (verbs, _to, clauses) => ({
  verbs,
  clauses,
}));
export const passiveVerb = verbList(participle);
export const ableAdjective = verbList(able);
