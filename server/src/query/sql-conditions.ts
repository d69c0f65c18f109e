import { sql, type RawBuilder } from 'kysely';
import type { AttributeFilter, AttributeTerm, EntityPattern, ForClause, Text, ViaClause } from './ast';

type Condition = RawBuilder<boolean>;

const TRUE: Condition = sql<boolean>`true`;

export function allOf(conditions: readonly Condition[]): Condition {
  return conditions.length === 0 ? TRUE : sql<boolean>`(${sql.join(conditions, sql` and `)})`;
}

export function anyOf(conditions: readonly Condition[]): Condition {
  return conditions.length === 0 ? sql<boolean>`false` : sql<boolean>`(${sql.join(conditions, sql` or `)})`;
}

/** Columns of an entity that an attribute reads; every other attribute is read from the entity's own facts. */
const COLUMNS: Record<string, string> = {
  accountid: 'account_id',
  cloudtype: 'cloud_type',
  region: 'region',
  uri: 'uri',
  name: 'name',
  type: 'type',
};

/** Conditions on the entity with this table alias. What is not known of an entity matches nothing. */
export function entityConditions(alias: string, { types, names, filters }: EntityPattern): Condition[] {
  return [
    ...(types ? [sql<boolean>`${column(alias, 'type')} in (${sql.join(types.map((type) => type.toUpperCase()))})`] : []),
    ...(names.length > 0 ? [anyOf(names.map((name) => matches(column(alias, 'name'), name)))] : []),
    ...filters.map((filter) => filterCondition(alias, filter)),
  ];
}

function filterCondition(alias: string, { negated, anyOf: alternatives }: AttributeFilter): Condition {
  const condition = anyOf(alternatives.map((all) => allOf(all.map((term) => termCondition(alias, term)))));
  return negated ? sql<boolean>`not coalesce(${condition}, false)` : sql<boolean>`coalesce(${condition}, false)`;
}

function termCondition(alias: string, { attribute, operator, values }: AttributeTerm): Condition {
  const value = valueOf(alias, attribute);
  if (operator === '=') return anyOf(values.map((text) => matches(value, text)));
  if (operator === '!=') return sql<boolean>`not ${anyOf(values.map((text) => matches(value, text)))}`;
  if (operator === '~') return anyOf(values.map(({ text }) => sql<boolean>`position(lower(${text}) in lower(${value})) > 0`));
  const comparison = sql.raw(operator);
  return anyOf(
    values.map(({ text }) =>
      // Numbers compare as numbers; dates are ISO 8601, so they compare as text.
      /^-?\d+(\.\d+)?$/.test(text)
        ? sql<boolean>`(case when ${value} ~ '^-?[0-9]+([.][0-9]+)?$' then (${value})::numeric ${comparison} ${text}::numeric end)`
        : sql<boolean>`${value} ${comparison} ${text}`,
    ),
  );
}

function valueOf(alias: string, attribute: string): RawBuilder<string> {
  if (attribute === 'accountname')
    return sql<string>`(select s.account_name from source s where s.tenant_id = ${column(alias, 'tenant_id')} and s.uid = ${column(alias, 'source_uid')})`;
  const known = COLUMNS[attribute];
  return known ? column(alias, known) : sql<string>`(${column(alias, 'attributes')} ->> ${attribute})`;
}

/** A quoted text is taken as it stands; in others `*` is any run and `?` one character. Case does not matter. */
function matches(value: RawBuilder<string>, { text, quoted }: Text): Condition {
  if (quoted || !/[*?]/.test(text)) return sql<boolean>`lower(${value}) = lower(${text})`;
  const pattern = text
    .replace(/[\\%_]/g, '\\$&')
    .replace(/\*/g, '%')
    .replace(/\?/g, '_');
  return sql<boolean>`${value} ilike ${pattern}`;
}

function column(alias: string, name: string): RawBuilder<string> {
  return sql<string>`${sql.ref(`${alias}.${name}`)}`;
}

const MODES: Record<string, string> = { read: 'read_mode', write: 'write_mode', admin: 'admin_mode' };

/** Kinds of action that the store tells apart. */
export function isStoredKind(actionType: string): boolean {
  return actionType in MODES;
}

/** A kind of action on the access edge `a`, or, negated, some other kind than those. */
export function privilegeCondition({ negated, anyOf: alternatives }: ForClause): Condition {
  const kinds = [...new Set(alternatives.flat(2))];
  const wanted = negated ? Object.keys(MODES).filter((kind) => !kinds.includes(kind)) : kinds;
  return anyOf(wanted.map((kind) => sql<boolean>`${sql.ref(`a.${MODES[kind] ?? 'read_mode'}`)} > 0`));
}

/** Whether the way (`p` the steps, `a` the access edge) leads through an entity, or, negated, can do without. */
export function viaCondition({ negated, entity }: ViaClause): Condition {
  const { types, names, filters } = entity;
  if (types === null && names.length === 0 && filters.length === 0) return negated ? sql<boolean>`false` : TRUE;
  const conditions = (types ?? ['group', 'role', 'policy']).map((type) => viaOneType(type, names, filters, negated));
  return negated ? allOf(conditions) : anyOf(conditions);
}

function viaOneType(type: string, names: readonly Text[], filters: readonly AttributeFilter[], negated: boolean): Condition {
  const named = (expression: RawBuilder<string>): Condition => (names.length > 0 ? anyOf(names.map((name) => matches(expression, name))) : TRUE);
  if (type === 'group' || type === 'policy') {
    const [name, uri] =
      type === 'group'
        ? [sql<string>`v ->> 'holder_name'`, sql<string>`v ->> 'holder_uri'`]
        : [sql<string>`v ->> 'policy_name'`, sql<string>`v ->> 'policy_uri'`];
    const isIt = allOf([...(type === 'group' ? [sql<boolean>`v ->> 'holder_type' = 'GROUP'`] : []), named(name), ...filterOf(uri, filters)]);
    // Without it: some allowing statement that hangs on something else.
    return sql<boolean>`exists (select 1 from jsonb_array_elements(a.via) v where v ->> 'effect' = 'Allow' and ${negated ? sql`not ${isIt}` : isIt})`;
  }
  const isIt = allOf([
    sql<boolean>`h ->> 'type' = ${type.toUpperCase()}`,
    named(sql<string>`h ->> 'name'`),
    ...filterOf(sql<string>`h ->> 'uri'`, filters),
  ]);
  const through = sql<boolean>`exists (select 1 from jsonb_array_elements(p.hops) h where ${isIt})`;
  return negated ? sql<boolean>`not ${through}` : through;
}

function filterOf(uri: RawBuilder<string>, filters: readonly AttributeFilter[]): Condition[] {
  if (filters.length === 0) return [];
  return [
    sql<boolean>`exists (select 1 from graph_entity w where w.uri = ${uri} and w.valid_to is null and ${allOf(filters.map((filter) => filterCondition('w', filter)))})`,
  ];
}
