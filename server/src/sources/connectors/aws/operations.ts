import table from './aws-operations.json';

/** Made of AWS's own service models by `scripts/catalogue/aws-operations.ts`, which says what is in it. */
interface ServiceModel {
  protocol: 'query' | 'ec2' | 'json' | 'rest-json' | 'rest-xml';
  version: string;
  /** First part of the name of its host, and the name that requests are signed for. */
  host: string;
  signs: string;
  /** Of the protocol json: its version, and what stands before the name of an operation. */
  json?: string;
  target?: string;
  operations: Record<string, OperationModel>;
  shapes: Record<string, Record<string, string>>;
}

interface OperationModel {
  /** Of protocols with addresses: `GET /{Bucket}?policy`. */
  http?: string;
  /** Structure of the answer. */
  answer?: string;
  /** Element inside the answer that holds it. */
  wrapper?: string;
  /** The one field that the whole answer is. */
  payload?: string;
}

export const AWS_SERVICES = table as unknown as Readonly<Record<AwsService, ServiceModel>>;
export type AwsService = keyof typeof table;

/** What a field holds. */
export type FieldShape =
  | { kind: 'text' | 'number' | 'flag' | 'time' | 'texts-by-name' }
  | { kind: 'structure'; name: string }
  /** `element` null: entries stand beside each other, without an element around them. */
  | { kind: 'list'; of: FieldShape; element: string | null };

export interface Field {
  name: string;
  /** Element, or with `@` attribute, that holds it. */
  wire: string;
  shape: FieldShape;
}

export function operationOf(service: AwsService, operation: string): OperationModel {
  const found = AWS_SERVICES[service].operations[operation];
  if (!found) throw new Error(`${service} ${operation} is not in the table of operations`);
  return found;
}

const read = new Map<string, readonly Field[]>();

/** Fields of a structure of a service. */
export function fieldsOf(service: AwsService, structure: string): readonly Field[] {
  const key = `${service} ${structure}`;
  const known = read.get(key);
  if (known) return known;
  const fields = Object.entries(AWS_SERVICES[service].shapes[structure] ?? {}).map(([name, text]): Field => {
    const [type = '', wire = name] = text.split('=');
    return { name, wire, shape: shapeOf(type) };
  });
  read.set(key, fields);
  return fields;
}

const KINDS = { s: 'text', n: 'number', b: 'flag', t: 'time', '{}': 'texts-by-name' } as const;

function shapeOf(text: string): FieldShape {
  if (text.startsWith('+')) return { kind: 'list', of: shapeOf(text.slice(1)), element: null };
  if (text.startsWith('*')) {
    const [of = '', element = 'member'] = text.slice(1).split('/');
    return { kind: 'list', of: shapeOf(of), element };
  }
  return text.startsWith('#') ? { kind: 'structure', name: text.slice(1) } : { kind: KINDS[text as keyof typeof KINDS] };
}
