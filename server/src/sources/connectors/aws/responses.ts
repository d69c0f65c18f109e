import { fieldsOf, operationOf, type AwsService, type FieldShape } from './operations';
import { childOf, type XmlElement } from '../../../platform/aws/xml';

/** A response in the form that AWS's command line prints. */
export type AwsResponse = Record<string, unknown>;

/** Parses a response of an XML protocol. @param root of the document */
export function parseXmlResponse(service: AwsService, operation: string, root: XmlElement): AwsResponse {
  const { output = '', wrapper, payload } = operationOf(service, operation);
  const held = wrapper === undefined ? root : childOf(root, wrapper);
  if (payload !== undefined) {
    const field = fieldsOf(service, output).find(({ name }) => name === payload);
    return field ? { [payload]: valueOf(service, field.shape, root) } : {};
  }
  return held ? structureOf(service, output, held) : {};
}

/** Converts a response of a JSON protocol: its times, which are seconds since 1970, become text. */
export function parseJsonResponse(service: AwsService, operation: string, body: AwsResponse): AwsResponse {
  const { output } = operationOf(service, operation);
  return output === undefined ? body : (withTimes(service, { kind: 'structure', name: output }, body) as AwsResponse);
}

function structureOf(service: AwsService, structure: string, element: XmlElement): AwsResponse {
  const answer: AwsResponse = {};
  for (const { name, wire, shape } of fieldsOf(service, structure)) {
    if (wire.startsWith('@')) {
      const value = element.attributes[wire.slice(1)];
      if (value !== undefined) answer[name] = value;
    } else if (shape.kind === 'list' && shape.element === null) {
      const entries = element.children.filter((child) => child.name === wire);
      if (entries.length > 0) answer[name] = entries.map((entry) => valueOf(service, shape.of, entry));
    } else {
      const child = childOf(element, wire);
      if (child) answer[name] = valueOf(service, shape, child);
    }
  }
  return answer;
}

function valueOf(service: AwsService, shape: FieldShape, element: XmlElement): unknown {
  switch (shape.kind) {
    case 'structure':
      return structureOf(service, shape.name, element);
    case 'list':
      return element.children.map((child) => valueOf(service, shape.of, child));
    case 'texts-by-name':
      return Object.fromEntries(element.children.map((entry) => [childOf(entry, 'key')?.text ?? '', childOf(entry, 'value')?.text ?? '']));
    case 'number':
      return Number(element.text);
    case 'flag':
      return element.text === 'true';
    case 'time':
    case 'text':
      return element.text;
  }
}

function withTimes(service: AwsService, shape: FieldShape, value: unknown): unknown {
  if (value === null || value === undefined) return value;
  if (shape.kind === 'time') return typeof value === 'number' ? isoTime(value * 1000) : value;
  if (shape.kind === 'list') return Array.isArray(value) ? value.map((entry) => withTimes(service, shape.of, entry)) : value;
  if (shape.kind !== 'structure' || typeof value !== 'object') return value;
  const changed: AwsResponse = { ...(value as AwsResponse) };
  for (const { name, shape: inner } of fieldsOf(service, shape.name)) {
    if (name in changed) changed[name] = withTimes(service, inner, changed[name]);
  }
  return changed;
}

/** Returns ISO 8601 in UTC, without zero milliseconds. */
function isoTime(time: number): string {
  return new Date(Math.round(time)).toISOString().replace('.000Z', 'Z');
}
