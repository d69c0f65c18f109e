import type { Attacked, Shot } from './attacked';
import type { Schema } from './schema-values';

/** One call of the API document. */
export interface ApiCall {
  /** `METHOD /path/{name}`. */
  key: string;
  method: string;
  template: string;
  access: string | readonly string[];
  path: Schema;
  query: Schema;
  /** Schema of a JSON body; null for a call without one. */
  body: Schema | null;
  /** Media type of a body that is not JSON. */
  consumes: string | null;
  /** The call's answer is a stream that does not end. */
  isStream: boolean;
}

interface Operation {
  'x-cam-access': string | string[];
  parameters: { name: string; in: 'path' | 'query'; required: boolean; schema: Schema }[];
  requestBody?: { content: Record<string, { schema: Schema }> };
  responses: Record<string, { content?: Record<string, unknown> }>;
}

/** Reads the calls of a running server from its own API document. */
export async function readCalls(attacked: Attacked): Promise<ApiCall[]> {
  const { text } = await attacked.send({ method: 'GET', path: '/v1/openapi.json' });
  const { paths } = JSON.parse(text) as { paths: Record<string, Record<string, Operation>> };
  return Object.entries(paths).flatMap(([template, operations]) =>
    Object.entries(operations).map(([method, operation]) => callOf(template, method.toUpperCase(), operation)),
  );
}

function callOf(template: string, method: string, { parameters, requestBody, responses, ...operation }: Operation): ApiCall {
  const inPlace = (place: 'path' | 'query'): Schema => {
    const here = parameters.filter((parameter) => parameter.in === place);
    return {
      type: 'object',
      properties: Object.fromEntries(here.map(({ name, schema }) => [name, schema])),
      required: here.filter(({ required }) => required).map(({ name }) => name),
    };
  };
  const [[type, content] = []] = Object.entries(requestBody?.content ?? {});
  const isJson = type === 'application/json' && content?.schema.format !== 'binary';
  return {
    key: `${method} ${template}`,
    method,
    template,
    access: operation['x-cam-access'],
    path: inPlace('path'),
    query: inPlace('query'),
    body: isJson && content ? content.schema : null,
    consumes: type !== undefined && !isJson ? type : null,
    isStream: Object.values(responses).some(({ content: answer }) => answer !== undefined && 'text/event-stream' in answer),
  };
}

/** The values of one request. */
export interface CallValues {
  path: Record<string, unknown>;
  query: Record<string, unknown>;
  body: unknown;
}

/** Returns the request of a call with these values. */
export function shotOf(call: ApiCall, { path, query, body }: CallValues, headers: Record<string, string> = {}): Shot {
  const filled = call.template.replace(/\{(\w+)\}/g, (_all, name: string) => encoded(path[name] ?? ''));
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value]).filter((one) => one !== undefined).map((one) => `${encoded(name)}=${encoded(one)}`),
  );
  const shot = { method: call.method, path: pairs.length > 0 ? `${filled}?${pairs.join('&')}` : filled };
  if (call.consumes) return { ...shot, headers: { 'content-type': call.consumes, ...headers }, body: bytesOf(body) };
  if (call.method === 'GET' || body === undefined) return { ...shot, headers };
  return { ...shot, headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(body) };
}

function bytesOf(body: unknown): string | Uint8Array {
  return typeof body === 'string' || body instanceof Uint8Array ? body : JSON.stringify(body ?? {});
}

/** Encodes a value for an address; a lone surrogate, which has no encoding, as the bytes that a careless client sends. */
function encoded(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
  const readable = Buffer.from(text).toString();
  return readable === text ? encodeURIComponent(text) : encodeURIComponent(readable).replaceAll('%EF%BF%BD', '%ED%A0%80');
}
