import { sql, type RawBuilder } from 'kysely';
import type { Text } from './ast';

export type Condition = RawBuilder<boolean>;

export const TRUE: Condition = sql<boolean>`true`;
export const FALSE: Condition = sql<boolean>`false`;

export function allOf(conditions: readonly Condition[]): Condition {
  const tests = conditions.filter((condition) => condition !== TRUE);
  return tests.length === 0 ? TRUE : sql<boolean>`(${sql.join(tests, sql` and `)})`;
}

export function anyOf(conditions: readonly Condition[]): Condition {
  return conditions.length === 0 ? FALSE : sql<boolean>`(${sql.join(conditions, sql` or `)})`;
}

export function column(alias: string, name: string): RawBuilder<string> {
  return sql<string>`${sql.ref(`${alias}.${name}`)}`;
}

/** Returns whether a text contains the wildcards `*` or `?`. */
export function isPattern({ text, quoted }: Text): boolean {
  return !quoted && /[*?]/.test(text);
}

/** Returns whether a text consists of stars only, which match any value. */
export function isAnything({ text, quoted }: Text): boolean {
  return !quoted && /^\*+$/.test(text);
}

/** Escapes a text for SQL `like`. */
export function likeLiteral(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&');
}

/** Converts `*` and `?` into a pattern for SQL `like`. */
export function likePattern(text: string): string {
  return likeLiteral(text).replace(/\*+/g, '%').replace(/\?/g, '_');
}

/** Returns whether a value equals a text or fits its pattern, ignoring case. Null for a null value. */
export function matches(value: RawBuilder<string>, wanted: Text): Condition {
  if (isAnything(wanted)) return sql<boolean>`${value} is not null`;
  if (!isPattern(wanted)) return sql<boolean>`lower(${value}) = lower(${wanted.text})`;
  return sql<boolean>`lower(${value}) like lower(${likePattern(wanted.text)})`;
}

/** Returns whether an entity with this alias has one of the names. Literals and the prefix of a pattern use an index. */
export function hasName(alias: string, wanted: readonly Text[]): Condition {
  const key = column(alias, 'name_key');
  const literal = wanted.filter((text) => !isPattern(text));
  // One lookup serves all literals.
  const isOne = sql<boolean>`${key} in (${sql.join(literal.map(({ text }) => sql`lower(${text})`))})`;
  return anyOf([...(literal.length > 0 ? [isOne] : []), ...wanted.filter(isPattern).map((text) => fitsName(key, text))]);
}

function fitsName(key: RawBuilder<string>, wanted: Text): Condition {
  if (isAnything(wanted)) return TRUE;
  const [begun = ''] = wanted.text.split(/[*?]/, 1);
  const fits = sql<boolean>`${key} like lower(${likePattern(wanted.text)})`;
  return begun === '' ? fits : sql<boolean>`(${beginsWith(key, begun)} and ${fits})`;
}

/** Returns a range condition for an index: from the prefix up to the prefix plus the last character of Unicode. */
export function beginsWith(key: RawBuilder<string>, begun: string): Condition {
  return sql<boolean>`${key} >= lower(${begun}) and ${key} < lower(${begun}) || ${LAST_CHARACTER}`;
}

const LAST_CHARACTER = '\u{10FFFF}';

/** Compares a text in memory by the same rules. */
export function textMatches(value: string, wanted: Text): boolean {
  if (!isPattern(wanted)) return value.toLowerCase() === wanted.text.toLowerCase();
  return fitsPattern([...value.toLowerCase()], [...wanted.text.toLowerCase()]);
}

/** Matches in linear time per star: only the last star is retried, because earlier ones never need to match differently. */
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

/** Returns whether a value matches one of the texts. It is computed once for all literals: some values are read from documents. */
export function matchesAny(value: RawBuilder<string>, wanted: readonly Text[]): Condition {
  const literal = wanted.filter((text) => !isPattern(text));
  if (literal.length < 2) return anyOf(wanted.map((text) => matches(value, text)));
  const isOne = sql<boolean>`lower(${value}) in (${sql.join(literal.map(({ text }) => sql`lower(${text})`))})`;
  return anyOf([isOne, ...wanted.filter(isPattern).map((text) => matches(value, text))]);
}
