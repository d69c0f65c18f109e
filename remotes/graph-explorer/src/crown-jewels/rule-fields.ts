import type { Api, TierDefinition, TierRule } from '@cam/contracts';

type NewRule = Api['POST /v1/tiers/rules']['body'];

/** The kinds of rules that a user can write. */
export const KINDS = [
  { value: 'QUERY', label: 'Query' },
  { value: 'TAG', label: 'Tag' },
  { value: 'PLACE', label: 'Place' },
  { value: 'HAND', label: 'By hand' },
] as const;
export type Kind = (typeof KINDS)[number]['value'];

/** The fields of the form of a rule. Fields of other kinds keep their text while the user changes the kind. */
export interface RuleFields {
  name: string;
  kind: Kind;
  query: string;
  key: string;
  value: string;
  place: string;
  /** URIs, one a line. */
  uris: string;
  /** Null: labels only. */
  tier: number | null;
  labels: string[];
  reason: string;
  certify: boolean;
}

/** The most URIs that a rule by hand may name. */
const MOST_URIS = 1000;

/** Returns the fields of a new rule, by hand for the entity with this URI if there is one. */
export function newRule(uri = ''): RuleFields {
  return {
    ...{ name: '', kind: uri === '' ? 'QUERY' : 'HAND', query: '', key: '', value: '', place: '', uris: uri },
    ...{ tier: 1, labels: [], reason: '', certify: false },
  };
}

export function fieldsOf({ name, kind, definition, tier, labels, reason, certify }: TierRule): RuleFields {
  const { query = '', key = '', value = '', place = '', uris = [] } = definition;
  return { name, kind: kind === 'BUILT_IN' ? 'QUERY' : kind, query, key, value, place, uris: uris.join('\n'), tier, labels, reason, certify };
}

/** Returns the selection of the form; null while a field of its kind is empty. */
export function definitionOf({ kind, query, key, value, place, uris }: RuleFields): TierDefinition | null {
  if (kind === 'QUERY') return query.trim() === '' ? null : { query: query.trim() };
  if (kind === 'TAG') return key.trim() === '' || value.trim() === '' ? null : { key: key.trim(), value: value.trim() };
  if (kind === 'PLACE') return place.trim() === '' ? null : { place: place.trim() };
  const lines = [...new Set(uris.split('\n').map((line) => line.trim()))].filter((line) => line !== '');
  return lines.length === 0 ? null : { uris: lines };
}

/** Returns the body of a call for the rule; null while the form is incomplete. */
export function bodyOf(fields: RuleFields): NewRule | null {
  const { name, kind, tier, labels, reason, certify } = fields;
  const definition = definitionOf(fields);
  if (definition === null || problemOf(fields) !== null || name.trim() === '' || reason.trim() === '') return null;
  return { name: name.trim(), kind, definition, tier, labels, reason: reason.trim(), certify: kind === 'HAND' ? false : certify };
}

/** Returns why the fields cannot be saved although they are complete; null: they can. */
export function problemOf(fields: RuleFields): string | null {
  if (fields.tier === null && fields.labels.length === 0) return 'Choose a tier or enter a label that the rule assigns.';
  if ((definitionOf(fields)?.uris?.length ?? 0) > MOST_URIS) return `A rule can name at most ${MOST_URIS} entities.`;
  return null;
}

/**
 * Returns the query for those who may change the tags of the entities that a rule by tag selects; null where the key or the value is missing, or the
 * language cannot name it.
 */
export function taggersQuery({ kind, key, value }: Pick<RuleFields, 'kind' | 'key' | 'value'>): string | null {
  const [name, text] = [key.trim(), value.trim()];
  if (kind !== 'TAG' || !/^[\w.:/-]+$/.test(name) || text === '' || /["*?]/.test(text)) return null;
  return `any with-access any with-attribute tag.${name} "${text}" for tagging`;
}
