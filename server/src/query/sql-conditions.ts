import { sql, type RawBuilder } from 'kysely';
import type { Text } from './ast';

export type Condition = RawBuilder<boolean>;

export const TRUE: Condition = sql<boolean>`true`;
export const FALSE: Condition = sql<boolean>`false`;

export function allOf(conditions: readonly Condition[]): Condition {
  return conditions.length === 0 ? TRUE : sql<boolean>`(${sql.join(conditions, sql` and `)})`;
}

export function anyOf(conditions: readonly Condition[]): Condition {
  return conditions.length === 0 ? FALSE : sql<boolean>`(${sql.join(conditions, sql` or `)})`;
}

export function column(alias: string, name: string): RawBuilder<string> {
  return sql<string>`${sql.ref(`${alias}.${name}`)}`;
}

/** Whether a text is written with `*` or `?` that stand for others. */
export function isPattern({ text, quoted }: Text): boolean {
  return !quoted && /[*?]/.test(text);
}

/** Only stars: any value at all. */
export function isAnything({ text, quoted }: Text): boolean {
  return !quoted && /^\*+$/.test(text);
}

/** A text for SQL's `like` that matches itself alone. */
export function likeLiteral(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&');
}

/** A pattern with `*` and `?` for SQL's `like`. */
export function likePattern(text: string): string {
  return likeLiteral(text).replace(/\*+/g, '%').replace(/\?/g, '_');
}

/** Whether a value is a text or fits its pattern; case does not matter. Null where the value is. */
export function matches(value: RawBuilder<string>, wanted: Text): Condition {
  if (isAnything(wanted)) return sql<boolean>`${value} is not null`;
  if (!isPattern(wanted)) return sql<boolean>`lower(${value}) = lower(${wanted.text})`;
  return sql<boolean>`lower(${value}) like lower(${likePattern(wanted.text)})`;
}

/** The same of the name of an entity with this alias, so that an index can find it: a pattern by what it begins with. */
export function isNamed(alias: string, wanted: Text): Condition {
  const key = column(alias, 'name_key');
  if (isAnything(wanted)) return TRUE;
  if (!isPattern(wanted)) return sql<boolean>`${key} = lower(${wanted.text})`;
  const [begun = ''] = wanted.text.split(/[*?]/, 1);
  const fits = sql<boolean>`${key} like lower(${likePattern(wanted.text)})`;
  return begun === '' ? fits : sql<boolean>`(${beginsWith(key, begun)} and ${fits})`;
}

/** A span of an index: behind every text that goes on from the beginning stands the beginning with the last character that there is. */
export function beginsWith(key: RawBuilder<string>, begun: string): Condition {
  return sql<boolean>`${key} >= lower(${begun}) and ${key} < lower(${begun}) || ${LAST_CHARACTER}`;
}

const LAST_CHARACTER = '\u{10FFFF}';

/** The same of a text that is at hand. */
export function textMatches(value: string, wanted: Text): boolean {
  const text = wanted.text.toLowerCase();
  if (!isPattern(wanted)) return value.toLowerCase() === text;
  const pattern = text
    .replace(/[.+^${}()|[\]\\]/g, '\\$&')
    .replace(/\*+/g, '.*')
    .replace(/\?/g, '.');
  return new RegExp(`^${pattern}$`, 's').test(value.toLowerCase());
}

export function matchesAny(value: RawBuilder<string>, wanted: readonly Text[]): Condition {
  return anyOf(wanted.map((text) => matches(value, text)));
}
