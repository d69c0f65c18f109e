import type { TSchema } from '@sinclair/typebox';
import { ErrorBody, type Endpoint } from '@cam/contracts/server';
import type { Mounted } from './mount';

interface Parameter {
  name: string;
  in: 'path' | 'query';
  required: boolean;
  schema: TSchema;
}

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
    paths,
    components: {
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
        operatorKey: { type: 'apiKey', in: 'header', name: 'authorization' },
      },
      schemas: { ErrorBody },
    },
  };
}

function operationOf(key: string, method: string, endpoint: Endpoint): unknown {
  const hasBody = method !== 'GET' && method !== 'DELETE';
  return {
    operationId: key,
    summary: endpoint.summary,
    'x-cam-access': endpoint.access,
    ...(endpoint.audit ? { 'x-cam-audit': endpoint.audit } : {}),
    ...(endpoint.owner ? { 'x-cam-owner': endpoint.owner } : {}),
    security: endpoint.access === 'public' ? [] : [endpoint.access === 'operator-key' ? { operatorKey: [] } : { bearer: [] }],
    parameters: [...parametersOf(endpoint.path, 'path'), ...parametersOf(endpoint.query, 'query')],
    ...(hasBody ? { requestBody: { content: bodyOf(endpoint) } } : {}),
    responses: {
      [String(endpoint.status ?? 200)]: {
        description: 'Success',
        content: { [endpoint.produces ?? 'application/json']: { schema: endpoint.answer } },
      },
      default: { description: 'Refusal', content: { 'application/json': { schema: { $ref: '#/components/schemas/ErrorBody' } } } },
    },
  };
}

function bodyOf(endpoint: Endpoint): unknown {
  if (!endpoint.consumes) return { 'application/json': { schema: endpoint.body } };
  return Object.fromEntries(endpoint.consumes.split(', ').map((type) => [type, { schema: { type: 'string', format: 'binary' } }]));
}

function parametersOf(schema: TSchema, place: Parameter['in']): Parameter[] {
  const { properties = {}, required = [] } = schema as { properties?: Record<string, TSchema>; required?: string[] };
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: property,
  }));
}
