import { hash } from 'node:crypto';

/**
 * Returns the id by which equal JSON values are stored once: a UUID from the first half of the SHA-256 digest of their text in the database. Migrations compute
 * the same one in the database.
 * @param text the value as PostgreSQL writes it as `jsonb`
 */
export function contentId(text: string): string {
  const digest = hash('sha256', text, 'hex');
  return [digest.slice(0, 8), digest.slice(8, 12), digest.slice(12, 16), digest.slice(16, 20), digest.slice(20, 32)].join('-');
}

/**
 * Returns the function that writes objects of a type as PostgreSQL writes `jsonb`: shorter keys first, with spaces after colons and commas. A key without a value
 * is left out.
 * @param keys all keys of the type, in ASCII, whose values are texts, whole numbers, truth values, or lists of these
 */
export function jsonbObject<T extends object>(keys: Record<keyof T & string, true>): (value: T) => string {
  const ordered = (Object.keys(keys) as (keyof T & string)[]).sort((one, other) => one.length - other.length || (one < other ? -1 : 1));
  const fields = ordered.map((key) => ({ key, name: JSON.stringify(key) }));
  return (value) => {
    const given = fields.filter(({ key }) => value[key] !== undefined);
    return `{${given.map(({ key, name }) => `${name}: ${jsonbValue(value[key])}`).join(', ')}}`;
  };
}

/** Returns a list as PostgreSQL writes it as `jsonb`. */
export function jsonbList<T>(values: readonly T[], textOf: (value: T) => string = jsonbValue): string {
  return `[${values.map((value) => textOf(value)).join(', ')}]`;
}

function jsonbValue(value: unknown): string {
  return Array.isArray(value) ? jsonbList(value) : JSON.stringify(value);
}
