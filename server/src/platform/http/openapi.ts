import type { TSchema } from '@sinclair/typebox';
import { ENDPOINT_GROUPS, ErrorBody, operationIdOf, scopesOfRights, type Endpoint } from '@cam/contracts/server';
import examples from './api-examples.json';
import type { Mounted } from './mount';

interface Parameter {
  name: string;
  in: 'path' | 'query';
  required: boolean;
  schema: TSchema;
  example?: unknown;
}

/** A call that was made, and its answer with long lists and texts cut. `server/test/api-examples.test.ts` records them. */
interface Example {
  args: { path?: Record<string, unknown>; query?: Record<string, unknown>; body?: unknown };
  answer: unknown;
}

const EXAMPLES: Readonly<Record<string, Example | undefined>> = examples;

/** The refusals of calls, by status. The body names the reason, and a sentence for the user. */
const REFUSALS = {
  Unauthorized: { status: 401, description: 'The token is missing, unknown, expired or revoked.' },
  Forbidden: { status: 403, description: 'The caller lacks a right, or the area is off for the tenant.' },
  NotFound: { status: 404, description: 'Nothing in the tenant has this id.' },
  Invalid: { status: 422, description: 'A parameter or the body does not fit; `details.fields` lists each.' },
  TooMany: { status: 429, description: 'The caller made too many calls; `retry-after` says when to go on.' },
} as const;

const TAGS = new Map(ENDPOINT_GROUPS.flatMap(({ tag, endpoints }) => Object.keys(endpoints).map((key) => [key, tag])));

/** Returns the API document (OpenAPI 3.1) of the mounted calls, made from their contracts. */
export function openApiDocument(mounted: Mounted, version: string): unknown {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const [key, endpoint] of mounted) {
    const [method, path] = key.split(' ') as [string, string];
    (paths[path] ??= {})[method.toLowerCase()] = operationOf(key, method, endpoint);
  }
  return {
    openapi: '3.1.0',
    info: { title: 'CAM', version, description: 'Cloud access management: the API behind the console.' },
    tags: ENDPOINT_GROUPS.map(({ tag, description }) => ({ name: tag, description })),
    paths,
    components: {
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', description: 'an API token (cam_...), or the access token of a session' },
        operatorKey: { type: 'apiKey', in: 'header', name: 'authorization' },
      },
      schemas: { ErrorBody },
      responses: Object.fromEntries(
        Object.entries(REFUSALS).map(([name, { description }]) => [
          name,
          { description, content: { 'application/json': { schema: { $ref: '#/components/schemas/ErrorBody' } } } },
        ]),
      ),
    },
  };
}

function operationOf(key: string, method: string, endpoint: Endpoint): unknown {
  const hasBody = method !== 'GET' && method !== 'DELETE';
  const example = EXAMPLES[key];
  return {
    operationId: operationIdOf(key),
    tags: [TAGS.get(key)],
    summary: endpoint.summary,
    ...(Array.isArray(endpoint.access) ? { 'x-cam-scopes': scopesOfRights(endpoint.access) } : {}),
    'x-cam-access': endpoint.access,
    ...(endpoint.audit ? { 'x-cam-audit': endpoint.audit } : {}),
    ...(endpoint.accounts ? { 'x-cam-accounts': endpoint.accounts } : {}),
    ...(endpoint.owner ? { 'x-cam-owner': endpoint.owner } : {}),
    security: endpoint.access === 'public' ? [] : [endpoint.access === 'operator-key' ? { operatorKey: [] } : { bearer: [] }],
    parameters: [...parametersOf(endpoint.path, 'path', example?.args.path), ...parametersOf(endpoint.query, 'query', example?.args.query)],
    ...(hasBody ? { requestBody: { content: bodyOf(endpoint, example?.args.body) } } : {}),
    responses: {
      [String(endpoint.status ?? 200)]: successOf(endpoint, example?.answer),
      ...refusalsOf(endpoint),
      default: { description: 'Another refusal', content: { 'application/json': { schema: { $ref: '#/components/schemas/ErrorBody' } } } },
    },
  };
}

function successOf({ status, answer, produces = 'application/json' }: Endpoint, example: unknown): unknown {
  return status === 204 ? { description: 'Success' } : { description: 'Success', content: { [produces]: { schema: answer, ...shown(example) } } };
}

function shown(example: unknown): { example?: unknown } {
  return example === undefined ? {} : { example };
}

/** Returns the refusals that a call may answer with, by status. */
function refusalsOf({ access, path, query, body }: Endpoint): Record<string, { $ref: string }> {
  const takes = (schema: TSchema): boolean => Object.keys((schema as { properties?: object }).properties ?? {}).length > 0;
  const isOfCaller = access !== 'public' && access !== 'operator-key';
  const may: Record<keyof typeof REFUSALS, boolean> = {
    Unauthorized: access !== 'public',
    Forbidden: isOfCaller,
    NotFound: takes(path),
    Invalid: takes(path) || takes(query) || takes(body),
    TooMany: isOfCaller,
  };
  const names = Object.keys(REFUSALS) as (keyof typeof REFUSALS)[];
  return Object.fromEntries(
    names.filter((name) => may[name]).map((name) => [String(REFUSALS[name].status), { $ref: `#/components/responses/${name}` }]),
  );
}

function bodyOf(endpoint: Endpoint, example: unknown): unknown {
  if (!endpoint.consumes) return { 'application/json': { schema: endpoint.body, ...shown(example) } };
  return Object.fromEntries(endpoint.consumes.split(', ').map((type) => [type, { schema: { type: 'string', format: 'binary' } }]));
}

function parametersOf(schema: TSchema, place: Parameter['in'], values: Record<string, unknown> = {}): Parameter[] {
  const { properties = {}, required = [] } = schema as { properties?: Record<string, TSchema>; required?: string[] };
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: property,
    ...shown(values[name]),
  }));
}
