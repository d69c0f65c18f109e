import { fieldsOf, operationOf, type AwsService, type FieldShape } from './operations';
import { childOf, type XmlElement } from './xml';

/** An answer as AWS's command line prints it. */
export type AwsAnswer = Record<string, unknown>;

/** Reads the answer of a protocol in XML. @param root of the document */
export function fromXml(service: AwsService, operation: string, root: XmlElement): AwsAnswer {
  const { answer = '', wrapper, payload } = operationOf(service, operation);
  const held = wrapper === undefined ? root : childOf(root, wrapper);
  if (payload !== undefined) {
    const field = fieldsOf(service, answer).find(({ name }) => name === payload);
    return field ? { [payload]: valueOf(service, field.shape, root) } : {};
  }
  return held ? structureOf(service, answer, held) : {};
}

/** The answer of a protocol in JSON, with times as text: there they are seconds since 1970. */
export function fromJson(service: AwsService, operation: string, body: AwsAnswer): AwsAnswer {
  const { answer } = operationOf(service, operation);
  return answer === undefined ? body : (withTimes(service, { kind: 'structure', name: answer }, body) as AwsAnswer);
}

function structureOf(service: AwsService, structure: string, element: XmlElement): AwsAnswer {
  const answer: AwsAnswer = {};
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
  const changed: AwsAnswer = { ...(value as AwsAnswer) };
  for (const { name, shape: inner } of fieldsOf(service, shape.name)) {
    if (name in changed) changed[name] = withTimes(service, inner, changed[name]);
  }
  return changed;
}

/** ISO 8601 in UTC, without milliseconds where there are none. */
function isoTime(time: number): string {
  return new Date(Math.round(time)).toISOString().replace('.000Z', 'Z');
}
