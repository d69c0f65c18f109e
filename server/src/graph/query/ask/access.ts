import type { AttributeFilter, Clause, Privilege, UsageTest } from '../ast';
import { alt, list, map, opt, say, seq, type Rule } from './chart';
import { conditional, DIRECT, extras, moreThan, never, onPath, type Extra } from './clauses';
import { ACCESS_NOUNS, action, kindOf, type VerbMeaning } from './lexicon';
import { objects, type Noun, type Nouns } from './nouns';
import { accessKind, actions, base, deed, ing, joinedPrivileges, object, present, verbList } from './verbs';

/** A statement of a question about its subject. */
export type Predicate =
  | { kind: 'access'; objects: Nouns | null; privileges: readonly Privilege[][]; clauses: readonly Extra[]; isFresh: boolean }
  | { kind: 'usage'; test: UsageTest; objects: Nouns | null; privileges: readonly Privilege[][]; clauses: readonly Extra[] }
  | { kind: 'filters'; filters: readonly AttributeFilter[] }
  | { kind: 'grants'; clauses: readonly Clause[] };

export interface Signed {
  negated: boolean;
  predicate: Predicate;
}

export const aux = say(
  'can|could|may|might|be able to|is able to|are able to|able to|allowed to|is allowed to|are allowed to|can also|permitted to|are permitted to|is permitted to|have power to|has power to|have right to|have permission to|has permission to|with permission to|has ability to|have ability to|would be able to|are in position to',
);
const not = say('not|never|no longer');

export function access(
  verbs: { privileges: Privilege[][]; objects: readonly string[] | null },
  on: Nouns | 'same' | null,
  clauses: readonly Extra[],
): Predicate | null {
  const noun: Noun = { types: verbs.objects, names: [], filters: [], holds: null, relation: null, isGeneric: false };
  const fallback = verbs.objects ? { items: [noun], together: false } : null;
  if (on !== null && on !== 'same' && on.items.some(({ holds }) => holds)) return null;
  return { kind: 'access', objects: on === 'same' ? null : (on ?? fallback), privileges: verbs.privileges, clauses, isFresh: on !== 'same' };
}

const doing = (form: Rule<VerbMeaning>): Rule<Predicate> => seq([verbList(alt(form, actions)), object, extras] as const, access);
const deeds: Rule<Predicate> = seq(
  [
    map(list(deed, say('and|or')), ({ items, joints }) => ({
      privileges: joinedPrivileges(
        items.flatMap(({ privilege }) => privilege ?? []),
        joints,
      ),
      objects: items.flatMap(({ objects: on }) => on ?? []),
    })),
    opt(seq([say('on|in|of|to|for'), objects] as const, (_on, nouns) => nouns)),
    extras,
  ] as const,
  (verbs, on, clauses) => access({ privileges: verbs.privileges, objects: verbs.objects.length > 0 ? verbs.objects : null }, on, clauses),
);

/** "Assume role X", "become X": the actions that start a session with a role. */
const becoming: Rule<Predicate> = seq([say('assume|become|impersonate|act as|switch to'), objects, extras] as const, (_become, nouns, clauses) =>
  nouns.items.every(({ types }) => types === null || types.every((type) => type === 'role'))
    ? access({ privileges: [[action('sts:AssumeRole')]], objects: ['role'] }, nouns, clauses)
    : null,
);

const readOnly = say('read-only|readonly|read only|view-only');
export const accessNoun = seq([list(accessKind, say('and|or|/|,')), opt(say(ACCESS_NOUNS))] as const, ({ items, joints }, noun) => {
  if (noun === null) return null;
  return {
    privileges: joinedPrivileges(
      items.flatMap((privilege) => privilege ?? []),
      joints,
    ),
    objects: null,
  };
});
const plainAccess = map(say(ACCESS_NOUNS), () => ({ privileges: [] as Privilege[][], objects: null }));
const restricted = alt(
  map(say('direct'), () => onPath(DIRECT, true)),
  map(say('conditional'), () => conditional(false)),
  map(say('unconditional'), () => conditional(true)),
);
const having = say('have|has|with|run with|running with|runs with|having|had|holds|hold|holding|get|gets|gain|possess|that gives|possesses');

/** "Have write access to buckets", "with admin rights in account X". */
export const havingAccess: Rule<Signed[]> = alt(
  seq([having, opt(say('no|not any')), alt(accessNoun, plainAccess), object, extras] as const, (_have, no, verbs, on, clauses) => {
    const predicate = access(verbs, on, clauses);
    return predicate ? [{ negated: no !== null, predicate }] : null;
  }),
  seq([having, say('unused|stale'), alt(accessNoun, plainAccess), object, extras] as const, (_have, _unused, verbs, on, clauses) => {
    const predicate = access(verbs, on, [...clauses, { kind: 'usage', test: moreThan(90) }]);
    return predicate ? [{ negated: false, predicate }] : null;
  }),
  seq(
    [opt(say('have|has')), say('never used|not used'), alt(accessNoun, plainAccess), object, extras] as const,
    (_have, _never, verbs, on, clauses) => {
      const predicate = access(verbs, on, [...clauses, { kind: 'usage', test: never() }]);
      return predicate ? [{ negated: false, predicate }] : null;
    },
  ),
  seq([say('without'), opt(say('any')), alt(accessNoun, plainAccess), object, extras] as const, (_without, _any, verbs, on, clauses) => {
    const predicate = access(verbs, on, clauses);
    return predicate ? [{ negated: true, predicate }] : null;
  }),
  seq([having, opt(say('no|not any')), restricted, alt(accessNoun, plainAccess), object, extras] as const, (_have, no, limit, verbs, on, clauses) => {
    const predicate = access(verbs, on, [limit, ...clauses]);
    return predicate ? [{ negated: no !== null, predicate }] : null;
  }),
  seq([having, readOnly, opt(say(ACCESS_NOUNS)), object, extras] as const, (_have, _readOnly, _noun, on, clauses) => {
    const reading = access({ privileges: [[kindOf('read')]], objects: null }, on, clauses);
    const writing = access({ privileges: [[kindOf('write')]], objects: null }, on, clauses);
    return reading && writing
      ? [
          { negated: false, predicate: reading },
          { negated: true, predicate: writing },
        ]
      : null;
  }),
);

const plain = (predicate: Predicate): Signed[] => [{ negated: false, predicate }];
const denied = (word: string | null, predicate: Predicate): Signed[] => [{ negated: word !== null, predicate }];

/** "Can read X", "cannot read X", "can read but not write X". */
export const ability: Rule<Signed[]> = alt(
  seq([aux, opt(not), alt(doing(base), deeds, becoming)] as const, (_can, no, predicate) => denied(no, predicate)),
  seq(
    [aux, verbList(base), say('but not|and not|but can not|and can not|without being able to'), verbList(base), object, extras] as const,
    (_can, first, _but, second, on, clauses) => {
      const [one, other] = [access(first, on, clauses), access(second, on, clauses)];
      return one && other
        ? [
            { negated: false, predicate: one },
            { negated: true, predicate: other },
          ]
        : null;
    },
  ),
  map(
    alt(
      doing(present),
      seq([say('is|are'), doing(ing)] as const, (_is, predicate) => predicate),
    ),
    plain,
  ),
);
/** A predicate behind "and", whose auxiliary may be missing. */
export const shortened: Rule<Signed[]> = alt(seq([opt(not), alt(doing(base), deeds, becoming)] as const, (no, predicate) => denied(no, predicate)));

/** "With no MFA and admin access": the access without its own verb. */
export const bareAccess: Rule<Signed[]> = seq([opt(say('no')), accessNoun, object, extras] as const, (no, verbs, on, clauses) => {
  const predicate = access(verbs, on, clauses);
  return predicate ? [{ negated: no !== null, predicate }] : null;
});
