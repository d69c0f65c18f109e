import fc, { type Arbitrary } from 'fast-check';

/** The part of JSON Schema that the contracts use. */
export interface Schema {
  type?: string | readonly string[];
  format?: string;
  const?: unknown;
  enum?: readonly unknown[];
  anyOf?: readonly Schema[];
  oneOf?: readonly Schema[];
  allOf?: readonly Schema[];
  properties?: Readonly<Record<string, Schema>>;
  required?: readonly string[];
  additionalProperties?: boolean | Schema;
  patternProperties?: Readonly<Record<string, Schema>>;
  items?: Schema | readonly Schema[];
  minItems?: number;
  maxItems?: number;
  uniqueItems?: boolean;
  minLength?: number;
  maxLength?: number;
  pattern?: string;
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
  exclusiveMaximum?: number;
}

/** Values for the texts of a schema, by the name of the property. */
export type Words = (property: string) => readonly string[];

/** Text that programs often handle badly. */
export const ODD_TEXTS: readonly string[] = [
  ...[
    '',
    ' ',
    '\u0000',
    'a\u0000b',
    '\ud800',
    '\udfff x',
    '\u202e\u0000',
    '\ufeff',
    '\uffff',
    '\r\nx-injected: 1',
    'e\u0301',
    '𝒳',
    '%00',
    '%',
    '%_%',
    '\\',
  ],
  ...['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'null', 'undefined', 'NaN', 'true', '[object Object]', '{}', '[]'],
  ...["'", "' or 1=1 --", '";', '$1', '${7*7}', '{{7*7}}', '../../../etc/passwd', '..%2f', 'C:\\', '/', '//', ':', '::::::', 'a:b:c:d:e:f'],
  ...['number-1e400', '0', '-1', '1e400', '-1e400', '9007199254740993', '99999999999999999999', '0x10', '1.5', '٣', 'Infinity'],
  ...[
    '2026-02-30',
    '2026-13-01',
    '0000-00-00',
    '99999-01-01',
    '2026-02-30T25:61:61Z',
    '-271821-04-20',
    '+275760-09-14',
    '1970-01-01',
    '2026-11-23T00:00:00+99:99',
  ],
  ...['x'.repeat(300), 'x'.repeat(5000), '('.repeat(2000), 'a or '.repeat(700), '"', '*', '(', ')', '\\u0000', '😀'.repeat(50), '<script>'],
];

const ODD_NUMBERS: readonly number[] = [0, -0, -1, 1, 1.5, 2 ** 31 - 1, 2 ** 31, -(2 ** 31) - 1, 2 ** 53, 2 ** 63, 1e21, 1e308, -1e308, 5e-324];

/** Returns values that fit a schema. Texts come from `words` where it has some for their property, and are random otherwise. */
export function validValues(schema: Schema, words: Words = () => [], property = '', depth = 0): Arbitrary<unknown> {
  const of = (inner: Schema, name = property): Arbitrary<unknown> => validValues(inner, words, name, depth + 1);
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum && schema.enum.length > 0) return fc.constantFrom(...schema.enum);
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices && choices.length > 0) return fc.oneof(...choices.map((choice) => of(choice)));
  if (schema.allOf) return fc.tuple(...schema.allOf.map((part) => of(part))).map((parts) => Object.assign({}, ...parts) as unknown);
  const type = Array.isArray(schema.type) ? (schema.type[0] as string) : schema.type;
  if (type === 'object' || schema.properties) return objectValues(schema, of, depth);
  if (type === 'array') {
    const items = Array.isArray(schema.items) ? (schema.items[0] as Schema) : ((schema.items as Schema | undefined) ?? {});
    const least = schema.minItems ?? 0;
    const bounds = { minLength: least, maxLength: Math.max(least, Math.min(schema.maxItems ?? 4, 4)) };
    return schema.uniqueItems ? fc.uniqueArray(of(items), { ...bounds, comparator: 'SameValue' }) : fc.array(of(items), bounds);
  }
  if (type === 'string') return textValues(schema, words(property));
  if (type === 'integer') return fc.integer({ min: Math.ceil(lowest(schema)), max: Math.floor(highest(schema)) });
  if (type === 'number') return fc.double({ min: lowest(schema), max: highest(schema), noNaN: true });
  if (type === 'boolean') return fc.boolean();
  if (type === 'null') return fc.constant(null);
  return depth > 4 ? fc.constant(null) : fc.jsonValue({ maxDepth: 2 });
}

const lowest = ({ minimum, exclusiveMinimum }: Schema): number => minimum ?? (exclusiveMinimum === undefined ? -1000 : exclusiveMinimum + 1);
const highest = ({ maximum, exclusiveMaximum, ...rest }: Schema): number =>
  maximum ?? (exclusiveMaximum === undefined ? Math.max(1_000_000, lowest(rest)) : exclusiveMaximum - 1);

function objectValues(schema: Schema, of: (inner: Schema, name?: string) => Arbitrary<unknown>, depth: number): Arbitrary<unknown> {
  const { properties = {}, required = [], additionalProperties, patternProperties } = schema;
  const known = fc.record(Object.fromEntries(Object.entries(properties).map(([name, inner]) => [name, of(inner, name)])), {
    requiredKeys: required.filter((name) => name in properties),
  });
  const free = patternProperties ? Object.values(patternProperties)[0] : typeof additionalProperties === 'object' ? additionalProperties : undefined;
  if (!free || depth > 4) return known;
  const more = fc.dictionary(fc.constantFrom('a', '1', 'name', '__proto__', 'constructor', 'aws:Tag'), of(free), { maxKeys: 3 });
  return fc.tuple(known, more).map(([fixed, others]) => ({ ...others, ...(fixed as object) }));
}

function textValues({ minLength = 0, maxLength = 60, pattern, format }: Schema, words: readonly string[]): Arbitrary<string> {
  if (format === 'date-time') return fc.date({ noInvalidDate: true }).map((date) => date.toISOString());
  if (format === 'date') return fc.date({ noInvalidDate: true }).map((date) => date.toISOString().slice(0, 10));
  if (pattern) return fc.stringMatching(new RegExp(pattern)).map((text) => text.slice(0, 200));
  const random = fc.string({ minLength, maxLength: Math.max(minLength, Math.min(maxLength, 60)), unit: 'grapheme' });
  const fitting = words.filter(({ length }) => length >= minLength && length <= maxLength);
  return fitting.length === 0 ? random : fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...fitting) }, { weight: 1, arbitrary: random });
}

/** Returns values of which a part breaks the schema: odd texts and numbers, wrong types, missing and unknown properties, deep and long values. */
export function mutatedValues(schema: Schema, words?: Words): Arbitrary<unknown> {
  return fc.tuple(validValues(schema, words), fc.array(mutation(), { minLength: 1, maxLength: 3 })).map(([value, mutations]) => {
    let mutated = structuredClone(value);
    for (const { at, change } of mutations) mutated = mutateAt(mutated, at, change);
    return mutated;
  });
}

interface Mutation {
  /** Picks a place: each number chooses among the children of the level. */
  at: readonly number[];
  change: unknown;
}

/** Removes the value instead of replacing it. */
const REMOVED = { removed: true };

function mutation(): Arbitrary<Mutation> {
  const change = fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom<unknown>(...ODD_TEXTS) },
    { weight: 3, arbitrary: fc.constantFrom<unknown>(...ODD_NUMBERS) },
    { weight: 2, arbitrary: fc.constantFrom<unknown>(null, true, false, [], {}, [[]], [null], { a: 1 }, [{}], REMOVED) },
    { weight: 2, arbitrary: fc.string({ unit: 'binary', maxLength: 100 }) as Arbitrary<unknown> },
    {
      weight: 1,
      arbitrary: fc.constantFrom<unknown>(
        nested(50),
        Array.from({ length: 1500 }, () => 'x'),
        'long '.repeat(20_000),
      ),
    },
  );
  return fc.record({ at: fc.array(fc.nat({ max: 30 }), { minLength: 1, maxLength: 4 }), change });
}

function nested(depth: number): unknown {
  let value: unknown = 1;
  for (let level = 0; level < depth; level++) value = { a: [value] };
  return value;
}

function mutateAt(value: unknown, [step, ...further]: readonly number[], change: unknown): unknown {
  if (step === undefined || value === null || typeof value !== 'object') return change === REMOVED ? undefined : change;
  const keys = Object.keys(value);
  // One place beyond the last adds a property that nobody declared.
  const key = [...keys, 'undeclared'][step % (keys.length + 1)] as string;
  const copy = (Array.isArray(value) ? [...(value as unknown[])] : { ...value }) as Record<string, unknown>;
  if (change === REMOVED && further.length === 0) delete copy[key];
  else copy[key] = mutateAt(copy[key], further, change);
  return copy;
}
