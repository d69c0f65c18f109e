import { endpoints, type Endpoint, type EndpointKey } from '@cam/contracts/server';

/** A value that no field accepts, or that used to break a database statement. */
export interface BadValue {
  name: string;
  /** JSON text, also of values that JSON.stringify cannot write. */
  json: string;
  /** Percent-encoded text for a path or query; undefined for values that only JSON can express. */
  text?: string;
}

/** Values that are refused before the schema of a call is known: one field a call is enough. */
const WHOLE_BODY = ['10 MB text', 'deep array', 'deep object', '__proto__'];
/** Parameters of every call, which few handlers read. */
const EVERYWHERE = ['account_uid', 'req_hdr', 'req_hdr.tid'];

const MEGABYTE = 1024 * 1024;
/** Node refuses longer request lines itself. */
const LONGEST_QUERY = 12_000;

const both = (value: string): BadValue => ({ name: value, json: JSON.stringify(value), text: encodeURIComponent(value) });
const number = (value: string): BadValue => ({ name: value, json: value, text: value });

export const BAD_VALUES: readonly BadValue[] = [
  { name: 'NUL', json: '"a\\u0000b"', text: 'a%00b' },
  { name: 'high surrogate', json: '"a\\ud800b"', text: 'a%ED%A0%80b' },
  { name: 'low surrogate', json: '"a\\udc00b"', text: 'a%ED%B0%80b' },
  { name: 'incomplete escape', json: '"%"', text: '%zz' },
  { name: 'long text', json: JSON.stringify('x'.repeat(1.5 * MEGABYTE)), text: 'x'.repeat(LONGEST_QUERY) },
  { name: '10 MB text', json: JSON.stringify('x'.repeat(10 * MEGABYTE)) },
  { name: 'deep array', json: '['.repeat(200_000) + ']'.repeat(200_000) },
  { name: 'deep object', json: `${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}` },
  { name: 'NUL in a key', json: '{"a\\u0000b":"x"}' },
  { name: '__proto__', json: '{"__proto__":{"a":1}}' },
  ...['1e400', '1e300', '99999999999999999999', '2147483648', '-1', '1.5'].map(number),
  ...['null', '{}', '[null]'].map((json) => ({ name: json, json })),
  ...['', 'NaN', '\\', '%_', "'", ',', 'Mars/Phobos'].map(both),
  ...['2026-02-31', '0000-01-01', '99999-01-01', '2026-02-31T25:61:61Z', '0000-01-01T00:00:00Z', '-271821-04-20T00:00:00.000Z', 'infinity'].map(both),
];

interface Schema {
  type?: string;
  enum?: unknown[];
  const?: unknown;
  anyOf?: Schema[];
  properties?: Record<string, Schema>;
  patternProperties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  minItems?: number;
  minLength?: number;
  minimum?: number;
  pattern?: string;
}

/** A place in the input of a call. */
export interface Field {
  key: EndpointKey;
  endpoint: Endpoint;
  in: 'path' | 'query' | 'body';
  /** Names and array indexes that lead to the value. */
  steps: string[];
}

/** Values by the name of their field, which reach further into the server than made-up ones. */
export type Known = Readonly<Record<string, unknown>>;

/** Returns every place of every call that takes a value: parameters, and the properties and array items of bodies. */
function allFields(): Field[] {
  return Object.entries(endpoints as Record<string, Endpoint>).flatMap(([name, endpoint]) => {
    const key = name as EndpointKey;
    const takesBody = !endpoint.consumes && !name.startsWith('GET ') && !name.startsWith('DELETE ');
    const places = takesBody ? (['path', 'query', 'body'] as const) : (['path', 'query'] as const);
    return places.flatMap((place) => {
      const steps =
        place === 'body' ? placesIn(endpoint.body as Schema).slice(1) : Object.keys(properties(endpoint[place] as Schema)).map((step) => [step]);
      return steps.map((one) => ({ key, endpoint, in: place, steps: one }));
    });
  });
}

function placesIn(schema: Schema, at: string[] = []): string[][] {
  return [
    at,
    ...Object.entries(properties(schema)).flatMap(([name, inner]) => placesIn(inner, [...at, name])),
    ...Object.values(schema.patternProperties ?? {}).flatMap((inner) => placesIn(inner, [...at, 'a'])),
    ...(schema.items ? placesIn(schema.items, [...at, '0']) : []),
    ...(schema.anyOf ?? []).flatMap((inner) => placesIn(inner, at).slice(1)),
  ];
}

function properties(schema: Schema): Record<string, Schema> {
  return schema.properties ?? {};
}

/** Returns the fields and values to try, each field with each value except where another field of the call shows the same. */
export function allCases(): { field: Field; bad: BadValue }[] {
  const seen = new Set<string>();
  const isFirst = (name: string): boolean => !seen.has(name) && Boolean(seen.add(name));
  return allFields().flatMap((field) =>
    BAD_VALUES.flatMap((bad) => {
      const [first = ''] = field.steps;
      const isRepeated =
        (WHOLE_BODY.includes(bad.name) && !(field.in === 'body' && isFirst(`${field.key} ${bad.name}`))) ||
        (EVERYWHERE.includes(first) && !isFirst(`${field.in} ${field.steps.join('.')} ${bad.name}`));
      return isRepeated ? [] : [{ field, bad }];
    }),
  );
}

/** A request with one value replaced. */
export interface BadRequest {
  method: string;
  url: string;
  body?: string;
}

/** Texts that fit the patterns of the contract. */
const OF_PATTERNS = ['alerts', '2026-01-31', '2026-01-31T12:00:00Z', '12:00', '0'.repeat(32)];

const MARK = '@@bad@@';

/** Returns the request with the bad value in the field, and valid values in all others; null if the field cannot carry the value. */
export function requestWith({ key, endpoint, in: place, steps }: Field, bad: BadValue, known: Known): BadRequest | null {
  if (place !== 'body' && bad.text === undefined) return null;
  // An empty path segment is another address.
  if (place === 'path' && bad.text === '') return null;
  const inputs = Object.fromEntries(
    (['path', 'query', 'body'] as const).map((one) => [one, sampleOf(endpoint[one] as Schema, '', known, one === place ? steps : null)]),
  ) as Record<Field['in'], Record<string, unknown>>;
  const [method = '', template = ''] = key.split(' ');
  const encoded = (value: unknown): string => (value === MARK ? (bad.text ?? '') : encodeURIComponent(String(value)));
  const path = template.replace(/\{(\w+)\}/g, (_all, name: string) => encoded(inputs.path[name]));
  const query = Object.entries(inputs.query).flatMap(([name, value]) => [value].flat().map((one) => `${encodeURIComponent(name)}=${encoded(one)}`));
  const takesBody = !endpoint.consumes && method !== 'GET' && method !== 'DELETE';
  return {
    method,
    url: `${path}${query.length > 0 ? `?${query.join('&')}` : ''}`,
    body: takesBody ? JSON.stringify(inputs.body).replace(JSON.stringify(MARK), () => bad.json) : endpoint.consumes && '{}',
  };
}

/** Returns a valid value of a schema, with the mark where `steps` lead. Optional properties are left out unless they are on the way. */
function sampleOf(schema: Schema, name: string, known: Known, steps: readonly string[] | null): unknown {
  if (steps?.length === 0) return MARK;
  const [step, ...rest] = steps ?? [];
  if (schema.anyOf) {
    const fitting = schema.anyOf.find((one) => step === undefined || placesIn(one).some(([first]) => first === step)) ?? schema.anyOf[0];
    return sampleOf(fitting as Schema, name, known, steps);
  }
  if (schema.type === 'object') {
    const names = Object.keys(properties(schema)).filter((one) => one === step || schema.required?.includes(one));
    const own = names.map((one) => [one, sampleOf(schema.properties?.[one] as Schema, one, known, one === step ? rest : null)] as const);
    const pattern = Object.values(schema.patternProperties ?? {})[0];
    const extra = pattern && step !== undefined ? [[step, sampleOf(pattern, step, known, rest)] as const] : [];
    return Object.fromEntries([...own, ...extra]);
  }
  if (schema.type === 'array') {
    const isShort = step === undefined && (schema.minItems ?? 0) === 0 && !(name in known);
    return isShort ? [] : [sampleOf(schema.items as Schema, name, known, step === undefined ? null : rest)];
  }
  if (schema.enum) return schema.enum.includes(known[name]) ? known[name] : schema.enum[0];
  if (schema.const !== undefined) return schema.const;
  const pattern = new RegExp(schema.pattern ?? '');
  if (name in known && pattern.test(String(known[name]))) return known[name];
  if (schema.type === 'integer' || schema.type === 'number') return schema.minimum ?? 0;
  if (schema.type === 'boolean') return true;
  if (schema.type === 'null') return null;
  const text = 'x'.repeat(Math.max(schema.minLength ?? 0, 1));
  return [text, ...OF_PATTERNS].find((one) => pattern.test(one)) ?? text;
}
