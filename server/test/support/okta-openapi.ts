import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import Ajv, { type ValidateFunction } from 'ajv';

/** The path of Okta's OpenAPI description of its Management API: the given file, or the part that pulls use. */
export const OKTA_OPENAPI = process.env.OKTA_OPENAPI ?? join(__dirname, '../../../../shared/data/okta/okta-trim.json');
export const hasOktaOpenApi = existsSync(OKTA_OPENAPI);

type Node = Record<string, unknown>;

interface Parameter {
  $ref?: string;
  name: string;
  in: string;
  schema?: Node;
}

type Document = Node & { paths: Record<string, { get?: Operation; parameters?: Parameter[] }> };

interface Operation {
  parameters?: Parameter[];
  responses: Record<string, { content?: Record<string, { schema: Node }> }>;
}

/** Checks requests and answers against that description. */
export class OktaOpenApi {
  readonly #document: Document;
  readonly #ajv = new Ajv({ strict: false, validateSchema: false, allErrors: true, logger: false });
  readonly #known = new Map<string, ValidateFunction>();

  constructor() {
    this.#document = asJsonSchema(JSON.parse(readFileSync(OKTA_OPENAPI, 'utf8'))) as Document;
    this.#ajv.addFormat('date-time', /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:?\d\d)$/);
    this.#ajv.addFormat('uri', (text) => URL.canParse(text));
    this.#ajv.addSchema(this.#document, 'okta');
  }

  /** Returns the description's path template for a path; null if it has none. */
  pathOf(pathname: string): string | null {
    const fits = (template: string): boolean => new RegExp(`^${template.replace(/\{\w+\}/g, '[^/]+')}$`).test(pathname);
    return Object.keys(this.#document.paths).find(fits) ?? null;
  }

  /** Returns the deviations of a request and its answer. */
  faultsOf(url: URL, body: unknown): string[] {
    const path = this.pathOf(url.pathname);
    const { get, parameters = [] } = (path && this.#document.paths[path]) || {};
    if (!get || path === null) return [`${url.pathname} is not there`];
    const all = [...parameters, ...(get.parameters ?? [])].map((one) => (one.$ref ? (this.#at(one.$ref) as unknown as Parameter) : one));
    const parameterFaults = [...url.searchParams].flatMap(([name, value]) => {
      const parameter = all.find((one) => one.in === 'query' && one.name === name);
      return parameter
        ? this.#faults(`${path} ?${name}`, parameter.schema ?? {}, parameter.schema?.type === 'integer' ? Number(value) : value)
        : [`${path} takes no ${name}`];
    });
    const { schema } = get.responses['200']?.content?.['application/json'] ?? {};
    return [...parameterFaults, ...(schema ? this.#faults(path, schema, described(body)) : [`${path} answers no JSON`])];
  }

  #faults(what: string, schema: Node, value: unknown): string[] {
    const key = JSON.stringify(schema);
    const validate = this.#known.get(key) ?? this.#ajv.compile(absolute(schema) as Node);
    this.#known.set(key, validate);
    if (validate(value)) return [];
    return (validate.errors ?? []).map(
      ({ instancePath, message, params }) => `${what} ${instancePath.replace(/\d+/g, '*')} ${message} ${JSON.stringify(params)}`,
    );
  }

  #at(ref: string): Node {
    return ref
      .slice(2)
      .split('/')
      .reduce((node, name) => node[name] as Node, this.#document as Node);
  }
}

/**
 * Removes from an answer what Okta itself returns against its description: nulls in place of missing fields, and catalogue applications with WS-Federation
 * (the description knows custom ones only).
 */
function described(body: unknown): unknown {
  if (Array.isArray(body)) return body.filter((entry) => !isOfCatalogue(entry)).map(described);
  if (typeof body !== 'object' || body === null) return body;
  return Object.fromEntries(Object.entries(body).flatMap(([name, value]) => (value === null ? [] : [[name, described(value)]])));
}

function isOfCatalogue(entry: unknown): boolean {
  const { signOnMode, name } = (entry ?? {}) as Node;
  return signOnMode === 'WS_FEDERATION' && name !== 'template_wsfed';
}

/** Translates what OpenAPI 3.0 writes in its own way into JSON Schema: nullable values and discriminators. */
function asJsonSchema(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(asJsonSchema);
  if (typeof value !== 'object' || value === null) return value;
  const { nullable, oneOf, discriminator, ...rest } = Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, asJsonSchema(inner)]),
  ) as Node & { discriminator?: { propertyName: string; mapping?: Record<string, string> } };
  const isNullable = nullable === true && typeof rest.type === 'string';
  const own: Node = isNullable
    ? { ...rest, type: [rest.type, 'null'], ...(Array.isArray(rest.enum) ? { enum: [...(rest.enum as unknown[]), null] } : {}) }
    : rest;
  if (oneOf === undefined) return own;
  const { propertyName = '', mapping } = discriminator ?? {};
  if (!mapping) return { ...own, anyOf: oneOf };
  const conditions = Object.entries(mapping).map(([value, $ref]) => ({ if: { properties: { [propertyName]: { const: value } } }, then: { $ref } }));
  return { ...own, required: [propertyName], properties: { [propertyName]: { enum: Object.keys(mapping) } }, allOf: conditions };
}

/** Points references at the description. */
function absolute(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(absolute);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, name === '$ref' && typeof inner === 'string' ? `okta${inner}` : absolute(inner)]),
  );
}
