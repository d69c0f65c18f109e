import { sql, type RawBuilder } from 'kysely';
import type { AttributeFilter, AttributeTerm, EntityPattern, Text } from './ast';
import { compare, entityConditions } from './entity-conditions';
import { holds, isWithin, type QueryScope } from './bind-scope';
import { allOf, anyOf, column, isAnything, matches, matchesAny, TRUE, type Condition } from './sql-conditions';

/** Returns whether a hop with this alias (type, name, uri, conditions) matches a pattern, and exists for the caller. */
export function stepCondition(step: string, { types, names, filters }: EntityPattern, scope: QueryScope): Condition {
  const condition = allOf([
    isWithin(column(step, 'uri'), scope),
    ...(types ? [sql<boolean>`${column(step, 'type')} in (${sql.join(types.map((type) => type.toUpperCase()))})`] : []),
    ...(names.length > 0 ? [matchesAny(column(step, 'name'), names)] : []),
    ...filters.map((filter) => stepFilter(step, filter, scope)),
  ]);
  return sql<boolean>`coalesce(${condition}, false)`;
}

/** Returns whether a filter is about the entity of a hop, and not about the conditions of the hop itself. */
export function isOfEntity({ anyOf: alternatives }: AttributeFilter): boolean {
  return !alternatives.flat().some(({ attribute }) => attribute === 'condition');
}

/** Returns whether a URI is that of an entity that passes a filter. The matching entities are found once. */
export function hasUriOf(uri: RawBuilder<unknown>, filter: AttributeFilter, scope: QueryScope): Condition {
  const fitting = entityConditions('w', { types: null, names: [], filters: [filter] }, scope);
  const found = sql`select w.uri as value from graph_entity w where ${allOf([holds('w', scope), ...fitting])}`;
  // A subselect is hashed. An array would be compared one by one with each hop, of which there may be tens of thousands.
  return sql<boolean>`${uri} in (${scope.shared ? scope.shared.of(found, `steps ${JSON.stringify(filter)}`) : found})`;
}

/** The `condition` attribute belongs to the hop. All other attributes belong to its entity. */
function stepFilter(step: string, filter: AttributeFilter, scope: QueryScope): Condition {
  if (isOfEntity(filter)) return hasUriOf(column(step, 'uri'), filter, scope);
  const { negated, anyOf: alternatives } = filter;
  const condition = anyOf(
    alternatives.map((all) => allOf(all.map((term) => (term.attribute === 'condition' ? conditionTerm(step, term) : entityTerm(step, term, scope))))),
  );
  return negated ? sql<boolean>`not ${condition}` : condition;
}

/** Stored conditions are sentences that name their key. A search by key therefore finds any condition on it. */
function conditionTerm(step: string, { operator, values }: AttributeTerm): Condition {
  const words = sql<string>`c.words`;
  const has = (wanted: Text): Condition =>
    isAnything(wanted) ? TRUE : wanted.quoted ? compare(words, 'text', '~', [wanted]) : matches(words, { text: `*${wanted.text}*`, quoted: false });
  const some = sql<boolean>`exists (select 1 from jsonb_array_elements_text(${column(step, 'conditions')}) c(words) where ${anyOf(values.map(has))})`;
  return operator === '!=' ? sql<boolean>`not ${some}` : some;
}

function entityTerm(step: string, term: AttributeTerm, scope: QueryScope): Condition {
  const pattern: EntityPattern = { types: null, names: [], filters: [{ negated: false, anyOf: [[term]] }] };
  return sql<boolean>`(
    select bool_or(${allOf(entityConditions('w', pattern, scope))}) from graph_entity w where ${holds('w', scope)} and w.uri = ${column(step, 'uri')})`;
}
