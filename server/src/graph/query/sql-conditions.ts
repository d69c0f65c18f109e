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

/** The same of the name of an entity with this alias and any of many, so that an index can find it: a pattern by what it begins with. */
export function hasName(alias: string, wanted: readonly Text[]): Condition {
  const key = column(alias, 'name_key');
  const literal = wanted.filter((text) => !isPattern(text));
  // One look-up for all of them, not a condition each.
  const isOne = sql<boolean>`${key} in (${sql.join(literal.map(({ text }) => sql`lower(${text})`))})`;
  return anyOf([...(literal.length > 0 ? [isOne] : []), ...wanted.filter(isPattern).map((text) => fitsName(key, text))]);
}

function fitsName(key: RawBuilder<string>, wanted: Text): Condition {
  if (isAnything(wanted)) return TRUE;
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
  if (!isPattern(wanted)) return value.toLowerCase() === wanted.text.toLowerCase();
  return fitsPattern([...value.toLowerCase()], [...wanted.text.toLowerCase()]);
}

/** Only the last star is tried again: what those before it stand for need not change, so that no pattern takes long. */
function fitsPattern(value: readonly string[], pattern: readonly string[]): boolean {
  let [at, place] = [0, 0];
  let star: { at: number; place: number } | null = null;
  while (at < value.length) {
    if (pattern[place] === '*') {
      star = { at, place };
      place += 1;
    } else if (pattern[place] === '?' || pattern[place] === value[at]) {
      at += 1;
      place += 1;
    } else if (star) {
      star = { at: star.at + 1, place: star.place };
      at = star.at;
      place = star.place + 1;
    } else return false;
  }
  return pattern.slice(place).every((char) => char === '*');
}

export function matchesAny(value: RawBuilder<string>, wanted: readonly Text[]): Condition {
  return anyOf(wanted.map((text) => matches(value, text)));
}
