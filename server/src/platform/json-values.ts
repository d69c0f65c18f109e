/** Reads values of answers whose shape nobody promises. */
export type Fields = Record<string, unknown>;

export function fields(value: unknown): Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {};
}

export function list(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

export function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** What stands below a path of names: `at(row, 'properties', 'storageProfile')`. */
export function at(value: unknown, ...path: string[]): unknown {
  return path.reduce((inner, name) => fields(inner)[name], value);
}

/** A point in time as ISO 8601 in UTC, under a name; nothing where it is none. */
export function instant(name: string, value: unknown): Record<string, string> {
  const time = Date.parse(text(value));
  return Number.isNaN(time) ? {} : { [name]: new Date(time).toISOString() };
}
