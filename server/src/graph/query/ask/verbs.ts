import type { Privilege } from '../ast';
import { place } from './attribute-phrases';
import { alt, list, many, map, nothing, opt, say, seq, type Rule } from './chart';
import { ACCESS_KINDS, action, kindOf, type VerbMeaning } from './lexicon';
import { objects, type Noun, type Nouns } from './nouns';
import { DEED_ENTRIES, phrase, privilegeAs, verbEntries } from './phrases';
import { wordThat } from './times';

export const base = phrase(verbEntries('base'), 'a privilege');
export const present = phrase(verbEntries('present'), 'a privilege');
export const past = phrase(verbEntries('past'), 'a privilege');
export const participle = phrase(verbEntries('participle'), 'a privilege');
export const ing = phrase(verbEntries('ing'), 'a privilege');
export const able = phrase(verbEntries('able'), 'a privilege');
export const deed = phrase(DEED_ENTRIES, 'an action');
export const accessKind = phrase(
  ACCESS_KINDS.map(([phrases, privilege]) => [phrases, privilege, privilegeAs(privilege)] as const),
  'a privilege',
);

/** An action as a provider writes it: `s3:GetObject`, `Microsoft.Storage/x/read`, `storage.objects.get`. */
const actionName = wordThat(
  (text, chart) => {
    if (!/^(?:[a-z0-9-]+:[a-z*]+|microsoft\.[a-z.]+\/[a-z*/]+|[a-z]+\.[a-z]+\.[a-z]+)$/.test(text)) return null;
    return chart.words.find((word) => word.text === text)?.raw ?? text;
  },
  (name) => `action ${name}`,
  'an action of a provider',
);
export const actions: Rule<VerbMeaning> = seq(
  [opt(say('do|call|run|perform|execute|use')), opt(say('action|actions')), list(actionName, say('or|,'))] as const,
  (_do, _action, { items }) => ({
    privilege: action(...items),
  }),
);

/** Verbs joined by "and" are held together, by "or" alternatively. */
export function verbList(form: Rule<VerbMeaning>): Rule<{ privileges: Privilege[][]; objects: readonly string[] | null }> {
  return seq([opt(say('both|either')), list(form, say('and|or|/|,|, and|, or|and also|or even'))] as const, (_both, { items, joints }) => {
    const types = items.flatMap(({ objects: on }) => on ?? []);
    const privileges = items.map(({ privilege }) => privilege);
    if (items.length > 1 && privileges.includes(null)) return null;
    return {
      privileges: joinedPrivileges(
        privileges.filter((privilege) => privilege !== null),
        joints,
      ),
      objects: types.length > 0 ? types : null,
    };
  });
}

export function joinedPrivileges(privileges: readonly Privilege[], joints: readonly string[]): Privilege[][] {
  const unique = [...new Map(privileges.map((privilege) => [JSON.stringify(privilege), privilege])).values()];
  if (unique.length === 0) return [];
  if (unique.length === 1 || joints.some((joint) => /and/.test(joint))) return [unique];
  const kinds = unique.flatMap((privilege) => (privilege.kind === 'types' ? privilege.types : []));
  return kinds.length === unique.length ? [[kindOf(...kinds)]] : unique.map((privilege) => [privilege]);
}

export const preposition = say('to|on|in|into|from|of|over|for|with|within|inside|at');
const pronoun = say('it|them|that|there|so|this|one');
const ANY: Noun = { types: null, names: [], filters: [], holds: null, relation: null, isGeneric: false };
/** Places of resources that the question does not name otherwise. */
export const somewhere = map(many(place), (filters): Nouns | null =>
  filters.length === 0 ? null : { items: [{ ...ANY, filters }], together: false },
);
export const object: Rule<Nouns | 'same' | null> = alt<Nouns | 'same' | null>(
  seq([opt(preposition), objects] as const, (_to, nouns) => nouns),
  // Access to a store includes its contents.
  seq([say('data|files|file|records|content|contents|rows|objects'), preposition, objects] as const, (_data, _in, nouns) =>
    nouns.items.some(({ names }) => names.length > 0) ? nouns : null,
  ),
  seq([opt(preposition), pronoun] as const, (_to, _it) => 'same' as const),
  somewhere,
  nothing(null),
);
