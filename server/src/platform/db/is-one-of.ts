import { sql, type RawBuilder } from 'kysely';

/** Returns whether a column has one of some values. As one parameter, any number of values makes the same statement. */
export function isOneOf(column: string, values: Iterable<string>): RawBuilder<boolean> {
  return sql<boolean>`${sql.ref(column)} in (select jsonb_array_elements_text(${JSON.stringify([...new Set(values)])}::jsonb))`;
}
