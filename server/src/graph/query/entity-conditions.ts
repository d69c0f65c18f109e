import { sql, type RawBuilder } from 'kysely';
import type { AttributeFilter, AttributeTerm, EntityPattern, Text } from './ast';
import { purposeOf } from '../store/identity-purpose';
import { isAccountOfPerson } from '../store/people';
import { lastUnattributedUse } from '../store/use';
import { daysBefore, type QueryScope } from './bind-scope';
import {
  allOf,
  anyOf,
  column,
  FALSE,
  TRUE,
  isAnything,
  hasName,
  isPattern,
  matches,
  matchesAny,
  textMatches,
  type Condition,
} from './sql-conditions';
import { STAGE, stageColumn } from './stage-conditions';
import { JUDGED_ATTRIBUTES, judgedCondition } from './tier-conditions';
import { findAttribute, isDaysAgo, PERSON, TAG_PREFIX, type ValueKind } from './vocabulary';

/** Columns that hold an attribute. All other attributes are read from the entity's JSON facts. */
const COLUMNS: Record<string, string> = {
  accountid: 'account_id',
  cloudtype: 'cloud_type',
  region: 'region',
  uri: 'uri',
  name: 'name',
  type: 'type',
};

/** Attributes written in one case only, and addresses, which are case-sensitive. */
const CODES: ReadonlySet<string> = new Set(['accountid', 'cloudtype', 'region', 'uri', 'type']);

/**
 * Returns the conditions on the entity with this table alias. They are three-valued: an unknown attribute is null and matches neither a
 * condition nor its negation.
 */
export function entityConditions(alias: string, { types, names, filters }: EntityPattern, scope: QueryScope): Condition[] {
  const conditions = filters.map((filter) => filterCondition(alias, filter, scope));
  if (types?.includes(PERSON)) {
    const others = types.filter((type) => type !== PERSON);
    const ofOthers = others.length > 0 ? [allOf(entityConditions(alias, { types: others, names, filters: [] }, scope))] : [];
    return [anyOf([isOfPerson(alias, names, scope), ...ofOthers]), ...conditions];
  }
  return [
    ...(types ? [sql<boolean>`${column(alias, 'type')} in (${sql.join(types.map((type) => type.toUpperCase()))})`] : []),
    ...(names.length > 0 ? [hasName(alias, names)] : []),
    ...conditions,
  ];
}

/** Returns whether the entity is an account of a person with one of the names: the name, the e-mail address or the id of the person. */
function isOfPerson(alias: string, names: readonly Text[], { tenantId }: QueryScope): Condition {
  const columns = ['name', 'email', 'person_id'].map((name) => column('o', name));
  const isNamed = names.length === 0 ? TRUE : anyOf(names.flatMap((name) => columns.map((value) => matches(value, name))));
  return isAccountOfPerson(alias, tenantId, isNamed);
}

export function filterCondition(alias: string, { negated, anyOf: alternatives }: AttributeFilter, scope: QueryScope): Condition {
  const condition = anyOf(alternatives.map((all) => allOf(all.map((term) => termCondition(alias, term, scope, negated)))));
  return negated ? sql<boolean>`not ${condition}` : condition;
}

function termCondition(alias: string, { attribute, operator, values }: AttributeTerm, scope: QueryScope, isNegated: boolean): Condition {
  if (JUDGED_ATTRIBUTES.has(attribute)) return judgedCondition(alias, { attribute, operator, values }, scope, isNegated);
  if (attribute === 'accountname') return accountNameCondition(alias, { attribute, operator, values }, scope);
  if (attribute === 'port') return portCondition(alias, { attribute, operator, values });
  const kind = findAttribute(attribute)?.kind ?? 'text';
  const known = CODES.has(attribute) && COLUMNS[attribute];
  if (known && (operator === '=' || operator === '!=') && !values.some(isPattern)) {
    // Compares literal spellings, so that an index applies.
    const written = values.flatMap(({ text }) => [text, text.toLowerCase(), text.toUpperCase()]);
    const is = sql<boolean>`${column(alias, known)} in (${sql.join([...new Set(written)])})`;
    return operator === '=' ? is : sql<boolean>`not ${is}`;
  }
  return compare(valueOf(alias, attribute, scope), kind, operator, kind === 'date' ? values.map((value) => toDay(value, scope)) : values);
}

/** Replaces a number of days, such as `90d`, by the day so long before the moment of the query. */
function toDay(value: Text, scope: QueryScope): Text {
  return isDaysAgo(value.text) ? { ...value, text: daysBefore(scope, parseInt(value.text, 10)).toISOString().slice(0, 10) } : value;
}

/**
 * Compares open ports. Firewalls open single ports, ranges (`8000-8100`) or all ports (`*`); any matching entry counts. Other entities have
 * one port.
 */
function portCondition(alias: string, { attribute, operator, values }: AttributeTerm): Condition {
  if (operator === '!=') return sql<boolean>`not ${portCondition(alias, { attribute, operator: '=', values })}`;
  const opened = sql`${column(alias, 'attributes')} -> 'openports'`;
  const fits = values.map((wanted) => {
    if (operator === '=' && isAnything(wanted)) return TRUE;
    const port = sql`${wanted.text}::bigint`;
    if (operator === '=') return sql<boolean>`${port} between o.low and o.high`;
    // A range matches when at least one of its ports does.
    const end = operator === '>' || operator === '>=' ? sql`o.high` : sql`o.low`;
    return sql<boolean>`${end} ${sql.raw(operator)} ${port}`;
  });
  return sql<boolean>`
    (case when jsonb_typeof(${opened}) = 'array' then exists (
      select 1 from (
        select case when p = '*' then 0 else substring(p from '^[0-9]{1,5}')::int end as low,
          case when p = '*' then 65535 else substring(p from '[0-9]{1,5}$')::int end as high
        from jsonb_array_elements_text(case when jsonb_typeof(${opened}) = 'array' then ${opened} else '[]'::jsonb end) p) o
      where ${anyOf(fits)})
    else ${compare(attributeOf(alias, attribute), 'number', operator, values)} end)`;
}

/** Compares a value with any of the wanted values, according to the kind of the attribute. */
export function compare(value: RawBuilder<string>, kind: ValueKind, operator: AttributeTerm['operator'], values: readonly Text[]): Condition {
  if (operator === '!=') return sql<boolean>`not ${compare(value, kind, '=', values)}`;
  if (operator === '~') return anyOf(values.map(({ text }) => sql<boolean>`position(lower(${text}) in lower(${value})) > 0`));
  if (operator === '=' && kind === 'text') return matchesAny(value, values);
  return anyOf(values.map((wanted) => (operator === '=' && isAnything(wanted) ? matches(value, wanted) : compareOne(value, kind, operator, wanted))));
}

function compareOne(value: RawBuilder<string>, kind: ValueKind, operator: '=' | '>' | '<' | '>=' | '<=', wanted: Text): Condition {
  const sign = sql.raw(operator);
  if (kind === 'number') return sql<boolean>`(case when ${value} ~ '^[0-9]{1,18}$' then (${value})::bigint end) ${sign} ${wanted.text}::bigint`;
  // Timestamps are ISO 8601, so days compare as text.
  if (kind === 'date') return sql<boolean>`left(${value}, 10) ${sign} ${wanted.text}`;
  return operator === '=' ? matches(value, wanted) : sql<boolean>`${value} ${sign} ${wanted.text}`;
}

function valueOf(alias: string, attribute: string, scope: QueryScope): RawBuilder<string> {
  if (attribute === STAGE) return stageColumn(alias, scope.stages, scope.accounts);
  return attribute === 'usedthrough' ? lastUnattributedUse(alias, scope) : attributeOf(alias, attribute);
}

function attributeOf(alias: string, attribute: string): RawBuilder<string> {
  const known = COLUMNS[attribute];
  if (known) return column(alias, known);
  if (attribute === 'purpose') return purposeOf(alias);
  const value = sql<string>`(${column(alias, 'attributes')} ->> ${attribute})`;
  return attribute.startsWith(TAG_PREFIX) ? knownTag(alias, value) : value;
}

/** Treats a missing tag as empty when the entity's tags were read. An entity that only a policy names has unknown tags. */
function knownTag(alias: string, value: RawBuilder<string>): RawBuilder<string> {
  return sql<string>`coalesce(${value}, case when ${column(alias, 'attributes')} ->> 'inferred' = 'true' then null else '' end)`;
}

/** Compares account names. Only connected accounts have one. */
function accountNameCondition(alias: string, { operator, values }: AttributeTerm, { accounts }: QueryScope): Condition {
  const known = accounts.map(({ account_id: id }) => id);
  if (known.length === 0) return FALSE;
  const fitting = accounts
    .filter(({ account_name: name }) => values.some((value) => textFits(name, operator, value)))
    .map(({ account_id: id }) => id);
  const account = column(alias, 'account_id');
  const isFitting = fitting.length > 0 ? sql<boolean>`${account} in (${sql.join(fitting)})` : FALSE;
  const condition = operator === '!=' ? sql<boolean>`not ${isFitting}` : isFitting;
  return sql<boolean>`(case when ${account} in (${sql.join(known)}) then ${condition} end)`;
}

/** Compares as the SQL conditions do. The caller handles `!=`. */
function textFits(name: string, operator: AttributeTerm['operator'], wanted: Text): boolean {
  const [value, text] = [name.toLowerCase(), wanted.text.toLowerCase()];
  if (operator === '~') return value.includes(text);
  if (operator === '>' || operator === '>=') return operator === '>' ? value > text : value >= text;
  if (operator === '<' || operator === '<=') return operator === '<' ? value < text : value <= text;
  return textMatches(name, wanted);
}
