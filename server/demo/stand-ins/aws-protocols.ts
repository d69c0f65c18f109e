import { type AwsResponse, AWS_SERVICES, fieldsOf, operationOf, type AwsService, type FieldShape, escapeXml } from '../../src/sources';
import type { StandInReply, StandInRequest } from './stand-in';

/** A decoded request to AWS, independent of its protocol. */
export interface AwsRequest {
  service: AwsService;
  region: string;
  operation: string;
  /** Values as text, or as they are for JSON protocols. */
  input: Readonly<Record<string, unknown>>;
  /** Access key id of its signature. */
  accessKeyId: string;
}

/** Decodes a request. Its signature contains service and region; its body or address has the rest. */
export function readAwsRequest({ headers, body, path, query }: StandInRequest): AwsRequest {
  const [, accessKeyId = '', region = '', signs = ''] = /Credential=([^/]+)\/\d+\/([^/]+)\/([^/]+)\//.exec(headers.authorization ?? '') ?? [];
  const isControl = path.startsWith('/v20180820/');
  const services = Object.keys(AWS_SERVICES) as AwsService[];
  const service = isControl ? 's3control' : (services.find((name) => AWS_SERVICES[name].signs === signs) ?? 'sts');
  const base = { service, region, accessKeyId };
  const { protocol } = AWS_SERVICES[service];
  if (protocol === 'json') {
    const operation =
      String(headers['x-amz-target'] ?? '')
        .split('.')
        .at(-1) ?? '';
    return { ...base, operation, input: JSON.parse(body || '{}') as Record<string, unknown> };
  }
  if (protocol === 'query' || protocol === 'ec2') {
    const { Action: operation = '', ...input } = Object.fromEntries(new URLSearchParams(body));
    return { ...base, operation, input };
  }
  return { ...base, ...addressed(service, path, query) };
}

function addressed(service: AwsService, path: string, query: URLSearchParams): { operation: string; input: Record<string, string> } {
  for (const [operation, { http = '' }] of Object.entries(AWS_SERVICES[service].operations)) {
    const [template = '', requiredQuery = ''] = (http.split(' ')[1] ?? '').split('?');
    const names = [...template.matchAll(/\{(\w+)\+?\}/g)].map(([, name = '']) => name);
    const match = new RegExp(`^${template.replace(/\{\w+\+?\}/g, '([^/]+)')}$`).exec(path);
    const [name = '', value = ''] = requiredQuery.split('=');
    if (match && (requiredQuery === '' ? ![...OF_BUCKET].some((one) => query.has(one)) : query.has(name) && query.get(name) === value)) {
      return { operation, input: { ...Object.fromEntries(query), ...Object.fromEntries(names.map((one, at) => [one, match[at + 1] ?? ''])) } };
    }
  }
  const [, bucket = '', ...key] = path.split('/');
  return { operation: 'GetObject', input: { Bucket: bucket, Key: key.join('/') } };
}

const OF_BUCKET = ['policy', 'publicAccessBlock', 'tagging', 'acl', 'ownershipControls', 'list-type', 'location'];

/** Returns a response in the protocol of the service. */
export function awsReply({ service, operation }: AwsRequest, answer: AwsResponse): StandInReply {
  const { protocol } = AWS_SERVICES[service];
  if (protocol.endsWith('json')) return { headers: { 'content-type': 'application/x-amz-json-1.1' }, body: withSeconds(service, operation, answer) };
  if (service === 's3' && operation === 'GetBucketPolicy') return { body: String(answer.Policy) };
  const { output: structure = '', wrapper, payload } = operationOf(service, operation);
  const inside = payload === undefined ? structureXml(service, structure, answer) : payloadXml(service, structure, payload, answer);
  const held = wrapper === undefined ? inside : `<${wrapper}>${inside}</${wrapper}>`;
  const root = payload ?? `${operation}Response`;
  return {
    headers: { 'content-type': 'text/xml' },
    body: `<?xml version="1.0" encoding="UTF-8"?>\n<${root} xmlns="https://${service}.example/">${held}</${root}>`,
  };
}

/** Returns an error response in the protocol of the service. */
export function awsFailure(
  { service, operation }: Pick<AwsRequest, 'service' | 'operation'>,
  status: number,
  code: string,
  message: string,
): StandInReply {
  const { protocol } = AWS_SERVICES[service];
  if (protocol.endsWith('json')) {
    return {
      status,
      headers: { 'content-type': 'application/x-amz-json-1.1', 'x-amzn-errortype': code },
      body: { __type: `com.amazonaws.${service}#${code}`, message, operation },
    };
  }
  const error = `<Error><Code>${escapeXml(code)}</Code><Message>${escapeXml(message)}</Message></Error>`;
  const body =
    protocol === 'ec2' ? `<Response><Errors>${error}</Errors></Response>` : service === 's3' ? error : `<ErrorResponse>${error}</ErrorResponse>`;
  return { status, headers: { 'content-type': 'text/xml' }, body };
}

function payloadXml(service: AwsService, structure: string, payload: string, answer: AwsResponse): string {
  const field = fieldsOf(service, structure).find(({ name }) => name === payload);
  return field?.shape.kind === 'structure' ? structureXml(service, field.shape.name, (answer[payload] ?? {}) as AwsResponse) : '';
}

function structureXml(service: AwsService, structure: string, value: AwsResponse): string {
  return fieldsOf(service, structure)
    .filter(({ name, wire }) => value[name] !== undefined && value[name] !== null && !wire.startsWith('@'))
    .map(({ name, wire, shape }) => fieldXml(service, wire, shape, value[name]))
    .join('');
}

function fieldXml(service: AwsService, wire: string, shape: FieldShape, value: unknown): string {
  if (shape.kind === 'list') {
    const entries = value as unknown[];
    if (shape.element === null) return entries.map((entry) => fieldXml(service, wire, shape.of, entry)).join('');
    const element = shape.element;
    return `<${wire}>${entries.map((entry) => fieldXml(service, element, shape.of, entry)).join('')}</${wire}>`;
  }
  if (shape.kind === 'texts-by-name') {
    const entries = Object.entries(value as Record<string, string>).map(
      ([key, text]) => `<entry><key>${escapeXml(key)}</key><value>${escapeXml(text)}</value></entry>`,
    );
    return `<${wire}>${entries.join('')}</${wire}>`;
  }
  if (shape.kind !== 'structure') return `<${wire}>${escapeXml(String(value))}</${wire}>`;
  const attributes = fieldsOf(service, shape.name).filter(({ name, wire: at }) => at.startsWith('@') && (value as AwsResponse)[name] !== undefined);
  const written = attributes.map(
    ({ name, wire: at }) =>
      ` xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" ${at.slice(1)}="${escapeXml(String((value as AwsResponse)[name]))}"`,
  );
  return `<${wire}${written.join('')}>${structureXml(service, shape.name, value as AwsResponse)}</${wire}>`;
}

/** Converts times, because JSON protocols encode times as seconds since 1970. */
function withSeconds(service: AwsService, operation: string, answer: AwsResponse): unknown {
  const { output: structure } = operationOf(service, operation);
  const seconds = (shape: FieldShape, value: unknown): unknown => {
    if (value === undefined || value === null) return value;
    if (shape.kind === 'time') return typeof value === 'string' ? Date.parse(value) / 1000 : value;
    if (shape.kind === 'list') return (value as unknown[]).map((entry) => seconds(shape.of, entry));
    if (shape.kind !== 'structure') return value;
    const changed: AwsResponse = { ...(value as AwsResponse) };
    for (const { name, shape: inner } of fieldsOf(service, shape.name)) if (name in changed) changed[name] = seconds(inner, changed[name]);
    return changed;
  };
  return structure === undefined ? answer : seconds({ kind: 'structure', name: structure }, answer);
}
