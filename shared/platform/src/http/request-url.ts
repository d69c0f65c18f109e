type Value = string | number | boolean | null | undefined | Value[] | { [key: string]: Value };

const METHODS = ['GET', 'DELETE', 'POST', 'PATCH', 'PUT'] as const;
export type Method = (typeof METHODS)[number];

/** Fills each `{name}` of a path. Throws for a missing parameter, with the message of the specification, and for an unknown method. */
export function fillPath(key: string, values: Record<string, unknown> = {}): { method: Method; path: string } {
  const [name, template = ''] = key.split(' ');
  const method = METHODS.find((known) => known === name);
  if (!method) throw new Error(`Unsupported HTTP method ${name}.`);
  const path = template.replace(/\{(\w+)\}/g, (_match, parameter: string) => {
    const value = values[parameter];
    if (value === null || value === undefined || value === '') {
      throw new Error(`Required parameter requestParameters.${parameter} was null or undefined when calling ${key}.`);
    }
    return encodeURIComponent(String(value));
  });
  return { method, path };
}

/** Returns the query string. Arrays repeat the key, objects use `key.sub`, and null or undefined values are left out. */
export function queryString(values: Record<string, unknown>): string {
  const parameters = new URLSearchParams();
  const add = (name: string, value: Value): void => {
    if (value === null || value === undefined) return;
    if (Array.isArray(value)) for (const item of value) add(name, item);
    else if (typeof value === 'object') for (const [sub, inner] of Object.entries(value)) add(`${name}.${sub}`, inner);
    else parameters.append(name, String(value));
  };
  for (const [name, value] of Object.entries(values)) add(name, value as Value);
  const text = parameters.toString();
  return text === '' ? '' : `?${text}`;
}
