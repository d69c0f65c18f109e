import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { Filter } from './filter';
import { invalid } from './scim-error';

type Condition = RawBuilder<SqlBool>;

/** Attributes that can be filtered by, as SQL. Those in `exact` compare with case. */
export interface FilterColumns {
  columns: Readonly<Record<string, RawBuilder<unknown>>>;
  exact: readonly string[];
  /** Returns the condition for an attribute with several values. */
  list: (attribute: string, value: string) => Condition | null;
}

/**
 * Returns a filter as a condition of SQL.
 * @throws ScimError invalidFilter for an attribute that cannot be filtered by
 */
export function conditionOf(filter: Filter, place: FilterColumns): Condition {
  if ('parts' in filter) {
    const parts = filter.parts.map((part) => conditionOf(part, place));
    return sql<SqlBool>`(${sql.join(parts, filter.kind === 'and' ? sql` and ` : sql` or `)})`;
  }
  const { attribute } = filter;
  if (filter.kind === 'compare' && filter.operator === 'eq' && typeof filter.value === 'string') {
    const inList = place.list(attribute, filter.value);
    if (inList) return inList;
  }
  const column = Object.hasOwn(place.columns, attribute) ? place.columns[attribute] : undefined;
  if (!column) throw invalid('invalidFilter', `The attribute "${attribute}" cannot be filtered by.`);
  if (filter.kind === 'present') return sql<SqlBool>`coalesce(${column}::text, '') <> ''`;
  const { operator, value } = filter;
  const isExact = place.exact.includes(attribute);
  const text = isExact ? sql`${column}::text` : sql`lower(${column}::text)`;
  const wanted = isExact ? String(value) : String(value).toLowerCase();
  switch (operator) {
    case 'eq':
      return sql<SqlBool>`${text} = ${wanted}`;
    case 'ne':
      return sql<SqlBool>`${text} is distinct from ${wanted}`;
    case 'co':
      return sql<SqlBool>`position(${wanted} in ${text}) > 0`;
    case 'sw':
      return sql<SqlBool>`left(${text}, ${wanted.length}) = ${wanted}`;
    case 'ew':
      return sql<SqlBool>`right(${text}, ${wanted.length}) = ${wanted}`;
  }
}

/** The attributes of users. */
export const USER_COLUMNS: FilterColumns = {
  columns: {
    id: sql.ref('user_id'),
    username: sql.ref('user_name'),
    externalid: sql.ref('external_id'),
    active: sql.ref('is_active'),
    displayname: sql`attributes ->> 'displayName'`,
    'name.givenname': sql`attributes -> 'name' ->> 'givenName'`,
    'name.familyname': sql`attributes -> 'name' ->> 'familyName'`,
    'name.formatted': sql`attributes -> 'name' ->> 'formatted'`,
    title: sql`attributes ->> 'title'`,
    usertype: sql`attributes ->> 'userType'`,
  },
  exact: ['id', 'externalid'],
  list: (attribute, value) => {
    if (attribute === 'groups' || attribute === 'groups.value')
      return sql<SqlBool>`exists (select from scim_member m where m.tenant_id = scim_user.tenant_id and m.user_id = scim_user.user_id and m.group_id = ${value})`;
    if (attribute !== 'emails' && attribute !== 'emails.value') return null;
    return sql<SqlBool>`exists (
      select from jsonb_array_elements(case jsonb_typeof(attributes -> 'emails') when 'array' then attributes -> 'emails' else '[]' end) as e
      where lower(e ->> 'value') = ${value.toLowerCase()})`;
  },
};

/** The attributes of groups. */
export const GROUP_COLUMNS: FilterColumns = {
  columns: { id: sql.ref('group_id'), displayname: sql.ref('display_name'), externalid: sql.ref('external_id') },
  exact: ['id', 'externalid'],
  list: (attribute, value) =>
    attribute === 'members' || attribute === 'members.value'
      ? sql<SqlBool>`exists (select from scim_member m where m.tenant_id = scim_group.tenant_id and m.group_id = scim_group.group_id and m.user_id = ${value})`
      : null,
};
