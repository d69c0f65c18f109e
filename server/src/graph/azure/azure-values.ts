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

/** An id of Azure's Resource Manager: case counts for nothing, so all are in lower case. */
export function armId(value: unknown): string {
  return text(value).toLowerCase().replace(/\/+$/, '');
}

/** The id that an object refers to something with. */
export function idAt(value: unknown, ...path: string[]): string {
  return armId(at(value, ...path, 'id'));
}
