import type { ApiSnapshot, CallSchemas } from './api-compatibility';

/** References are followed this deep. A schema that contains itself is compared no deeper. */
const DEEPEST = 12;

type Json = Record<string, unknown>;

/** An OpenAPI document that cannot be compared. The message is a sentence for its team. */
export class OpenApiError extends Error {}

/**
 * Returns the schemas of calls by an OpenAPI document.
 * @param document OpenAPI 3.0 or 3.1, parsed. References must stay inside it
 * @param calls `GET /orders/{id}`
 * @returns the described calls; one that the document lacks is left out
 * @throws OpenApiError for anything but such a document
 * @see https://spec.openapis.org/oas/v3.1.1.html
 */
export function openApiCalls(document: unknown, calls: readonly string[]): ApiSnapshot {
  const version = isObject(document) ? document.openapi : undefined;
  if (!isObject(document) || typeof version !== 'string' || !version.startsWith('3.') || !isObject(document.paths))
    throw new OpenApiError('It is not an OpenAPI document of version 3.');
  const reader = new DocumentReader(document);
  const found = calls.flatMap((call) => {
    const schemas = reader.callOf(call);
    return schemas ? [[call, schemas] as const] : [];
  });
  return Object.fromEntries(found);
}

/** Reads the calls of one document in the subset of JSON Schema that calls are compared in. */
class DocumentReader {
  constructor(private readonly document: Json) {}

  callOf(call: string): CallSchemas | null {
    const [method = '', path = ''] = call.split(' ');
    const item = this.#objectIn(this.document.paths, path);
    const operation = this.#objectIn(item, method.toLowerCase());
    if (!item || !operation) return null;
    // A parameter of the operation replaces one of the path with the same name and place.
    const parameters = new Map<string, Json>();
    for (const parameter of [...listOf(item.parameters), ...listOf(operation.parameters)].map((one) => this.#resolved(one)))
      parameters.set(`${String(parameter.in)} ${String(parameter.name)}`, parameter);
    return {
      path: this.#parametersIn('path', parameters),
      query: this.#parametersIn('query', parameters),
      body: this.#bodyOf(operation),
      answer: this.#answerOf(operation),
    } as unknown as CallSchemas;
  }

  #parametersIn(place: 'path' | 'query', parameters: ReadonlyMap<string, Json>): Json {
    const own = [...parameters.values()].filter((parameter) => parameter.in === place);
    return {
      type: 'object',
      properties: Object.fromEntries(own.map((parameter) => [String(parameter.name), this.#schemaOf(parameter.schema)])),
      required: own.filter((parameter) => place === 'path' || parameter.required === true).map(({ name }) => String(name)),
    };
  }

  #bodyOf(operation: Json): Json {
    const body = this.#resolved(operation.requestBody);
    const schema = this.#jsonIn(body.content);
    // A call without a body sends an empty object, as calls of CAM itself do.
    return schema ?? { type: 'object', properties: {}, additionalProperties: true };
  }

  #answerOf(operation: Json): Json {
    const responses = this.#resolved(operation.responses);
    const status = Object.keys(responses).find((key) => /^2(\d\d|XX)$/i.test(key));
    return this.#jsonIn(this.#objectIn(responses, status ?? '')?.content) ?? {};
  }

  #jsonIn(content: unknown): Json | null {
    const type = Object.keys(isObject(content) ? content : {}).find((name) => /^application\/(.+\+)?json(;|$)/i.test(name));
    return type === undefined ? null : this.#schemaOf(this.#objectIn(content, type)?.schema);
  }

  /** Returns a schema without references, in the words that calls are compared in. */
  #schemaOf(schema: unknown, depth = 0): Json {
    if (depth > DEEPEST || !isObject(schema)) return {};
    const own = this.#resolved(schema);
    const inner = (one: unknown): Json => this.#schemaOf(one, depth + 1);
    const types = listOf(own.type).length > 0 ? (own.type as string[]) : null;
    const alternatives = [...listOf(own.anyOf), ...listOf(own.oneOf)];
    if (own.nullable === true) return { anyOf: [inner({ ...own, nullable: false }), { type: 'null' }] };
    if (types) return { anyOf: types.map((type) => inner({ ...own, type })) };
    if (own.const !== undefined) return { const: own.const };
    if (Array.isArray(own.enum)) return { anyOf: own.enum.map((value) => (value === null ? { type: 'null' } : { const: value })) };
    if (alternatives.length > 0) return { anyOf: alternatives.map(inner) };
    if (Array.isArray(own.allOf)) return merged([{ ...own, allOf: undefined }, ...own.allOf].map(inner));
    const isPlainObject = own.type === 'object' || own.properties !== undefined;
    return {
      ...limitsOf(own),
      ...(isPlainObject ? { type: 'object' } : own.type === undefined ? {} : { type: own.type }),
      ...(isPlainObject ? this.#membersOf(own, inner) : {}),
      ...(own.items === undefined ? {} : { items: inner(own.items) }),
    };
  }

  #membersOf(schema: Json, inner: (one: unknown) => Json): Json {
    const rest = schema.additionalProperties;
    return {
      properties: Object.fromEntries(Object.entries(isObject(schema.properties) ? schema.properties : {}).map(([name, one]) => [name, inner(one)])),
      required: listOf(schema.required),
      ...(isObject(rest) ? { patternProperties: { '^(.*)$': inner(rest) } } : {}),
    };
  }

  /** Follows a reference inside the document. @throws OpenApiError for one that leads out of it or nowhere */
  #resolved(value: unknown, hops = 0): Json {
    if (!isObject(value)) return {};
    const reference = value.$ref;
    if (typeof reference !== 'string') return value;
    if (!reference.startsWith('#/') || hops > DEEPEST)
      throw new OpenApiError(`The reference "${reference}" leads out of the document. Put everything into one file.`);
    const parts = reference
      .slice(2)
      .split('/')
      .map((part) => decodeURIComponent(part).replaceAll('~1', '/').replaceAll('~0', '~'));
    const found = parts.reduce<unknown>((at, part) => (isObject(at) && Object.hasOwn(at, part) ? at[part] : undefined), this.document);
    if (!isObject(found)) throw new OpenApiError(`The reference "${reference}" leads nowhere.`);
    return this.#resolved(found, hops + 1);
  }

  #objectIn(container: unknown, key: string): Json | null {
    const holder = isObject(container) ? container : {};
    const value = Object.hasOwn(holder, key) ? holder[key] : undefined;
    return isObject(value) ? this.#resolved(value) : null;
  }
}

/** Joins the parts of `allOf`: a value must fit them all, so an object has the members of each. */
function merged(parts: Json[]): Json {
  const all = Object.assign({}, ...parts) as Json;
  if (all.type !== 'object') return all;
  return {
    ...all,
    properties: Object.assign({}, ...parts.map(({ properties }) => properties ?? {})),
    required: [...new Set(parts.flatMap(({ required }) => listOf(required)))],
  };
}

/** Returns the limits of a value. OpenAPI writes them as JSON Schema does. */
function limitsOf(schema: Json): Json {
  const names = ['pattern', 'minLength', 'maxLength', 'minimum', 'maximum'] as const;
  return Object.fromEntries(names.flatMap((name) => (schema[name] === undefined ? [] : [[name, schema[name]]])));
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
