/** Reads values of responses whose shape is not guaranteed. */
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

/** Returns the value at a path of names: `at(row, 'properties', 'storageProfile')`. */
export function at(value: unknown, ...path: string[]): unknown {
  return path.reduce((inner, name) => fields(inner)[name], value);
}

/** Returns a time as ISO 8601 in UTC under a name; nothing if it is not one. */
export function instant(name: string, value: unknown): Record<string, string> {
  const time = Date.parse(text(value));
  return Number.isNaN(time) ? {} : { [name]: new Date(time).toISOString() };
}
