/** The part of JSON Schema that the schemas of the registry use. */
export interface ReaderSchema {
  type?: string;
  const?: unknown;
  pattern?: string;
  minLength?: number;
  maxLength?: number;
  maxItems?: number;
  minimum?: number;
  anyOf?: ReaderSchema[];
  items?: ReaderSchema;
  required?: string[];
  properties?: Record<string, ReaderSchema>;
  /** A record has one pattern that matches every key. */
  patternProperties?: Record<string, ReaderSchema>;
}

/** Keywords that a reader applies. A tab reads the answers of later servers, so it accepts fields and words that it does not know. */
const KEPT = ['type', 'const', 'pattern', 'minLength', 'maxLength', 'maxItems', 'minimum', 'required'] as const;

/** Returns the schema with which a console of any age reads an answer: the writer's schema without closed objects and closed sets of words. */
export function readerSchema(schema: object): ReaderSchema {
  const from = schema as Record<string, unknown>;
  const each = (value: unknown): Record<string, ReaderSchema> =>
    Object.fromEntries(Object.entries(value as Record<string, object>).map(([name, one]) => [name, readerSchema(one)]));
  return {
    ...Object.fromEntries(KEPT.filter((keyword) => from[keyword] !== undefined).map((keyword) => [keyword, from[keyword]])),
    ...(from.anyOf ? { anyOf: (from.anyOf as object[]).map(readerSchema) } : {}),
    ...(from.items ? { items: readerSchema(from.items) } : {}),
    ...(from.properties ? { properties: each(from.properties) } : {}),
    ...(from.patternProperties ? { patternProperties: each(from.patternProperties) } : {}),
  };
}

/**
 * Compares a value with a schema.
 * @param path the place of the value in the answer, for the message
 * @returns the first problem in words, or null if the value matches
 */
export function problemOf(value: unknown, schema: ReaderSchema, path = ''): string | null {
  const at = path || '/';
  if (schema.anyOf) {
    const problems = schema.anyOf.map((one) => problemOf(value, one, path));
    // A problem inside the value says more than that its type is another one.
    return problems.includes(null) ? null : (problems.find((problem) => problem !== null && !problem.startsWith(`${at} `)) ?? problems[0] ?? null);
  }
  if (schema.const !== undefined && value !== schema.const) return `${at} must be ${JSON.stringify(schema.const)}`;
  if (schema.type !== undefined && !isOfType(value, schema.type)) return `${at} must be ${NAMES[schema.type] ?? schema.type}`;
  if (typeof value === 'string') return textProblem(value, schema, at);
  if (typeof value === 'number') return schema.minimum !== undefined && value < schema.minimum ? `${at} must be at least ${schema.minimum}` : null;
  if (Array.isArray(value)) {
    if (schema.maxItems !== undefined && value.length > schema.maxItems) return `${at} must have at most ${schema.maxItems} entries`;
    return firstProblem(value.entries(), () => schema.items, path);
  }
  if (typeof value !== 'object' || value === null) return null;
  const missing = schema.required?.find((name) => (value as Record<string, unknown>)[name] === undefined);
  if (missing !== undefined) return `${path}/${missing} is missing`;
  const [record] = Object.values(schema.patternProperties ?? {});
  return firstProblem(Object.entries(value), (name) => (Object.hasOwn(schema.properties ?? {}, name) ? schema.properties?.[name] : record), path);
}

const NAMES: Record<string, string> = {
  string: 'a text',
  object: 'an object',
  array: 'a list',
  integer: 'a whole number',
  boolean: 'true or false',
  null: 'null',
};

function isOfType(value: unknown, type: string): boolean {
  if (type === 'array') return Array.isArray(value);
  if (type === 'null') return value === null;
  if (type === 'integer') return Number.isInteger(value);
  if (type === 'object') return typeof value === 'object' && value !== null && !Array.isArray(value);
  return typeof value === type;
}

function textProblem(value: string, { pattern, minLength, maxLength }: ReaderSchema, at: string): string | null {
  if (minLength !== undefined && value.length < minLength) return `${at} must have at least ${minLength} characters`;
  if (maxLength !== undefined && value.length > maxLength) return `${at} must have at most ${maxLength} characters`;
  if (pattern !== undefined && !new RegExp(pattern, 'u').test(value)) return `${at} must match ${pattern}`;
  return null;
}

function firstProblem<K extends string | number>(
  entries: Iterable<[K, unknown]>,
  schemaOf: (name: K) => ReaderSchema | undefined,
  path: string,
): string | null {
  for (const [name, value] of entries) {
    const schema = schemaOf(name);
    const problem = schema && value !== undefined ? problemOf(value, schema, `${path}/${name}`) : null;
    if (problem) return problem;
  }
  return null;
}
