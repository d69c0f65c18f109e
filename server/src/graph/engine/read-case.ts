import { CaseFault } from './case-answer';

/** An object inside a case. */
export type Fields = Record<string, unknown>;

/**
 * Returns the value as an object.
 * @throws CaseFault where it is not an object
 */
export function fieldsOf(value: unknown, place: string): Fields {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Fields;
  throw new CaseFault(`"${place}" must be an object.`);
}

export function textOf(value: unknown, place: string): string {
  if (typeof value === 'string' && value !== '') return value;
  throw new CaseFault(`"${place}" must be a string.`);
}

/** Returns the value as a list. Null and undefined give an empty list. */
export function listOf(value: unknown, place: string): unknown[] {
  if (value === undefined || value === null) return [];
  if (Array.isArray(value)) return value;
  throw new CaseFault(`"${place}" must be a list.`);
}

/** Returns a single value or list as a list; null where it is null or undefined. */
export function oneOrMore(value: unknown): unknown[] | null {
  if (value === undefined || value === null) return null;
  return Array.isArray(value) ? value : [value];
}
