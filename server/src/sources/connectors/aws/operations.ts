import table from './aws-operations.json';

/** A service model, generated from AWS's own models by `scripts/catalogue/aws-operations.ts`, which documents its content. */
interface ServiceModel {
  protocol: 'query' | 'ec2' | 'json' | 'rest-json' | 'rest-xml';
  version: string;
  /** First label of its host name, and the service name in signatures. */
  host: string;
  signs: string;
  /** For the JSON protocol: its version, and the prefix of operation names. */
  json?: string;
  target?: string;
  operations: Record<string, OperationModel>;
  shapes: Record<string, Record<string, string>>;
}

interface OperationModel {
  /** For REST protocols: `GET /{Bucket}?policy`. */
  http?: string;
  /** Structure of the response. */
  output?: string;
  /** Element of the response that contains the structure. */
  wrapper?: string;
  /** The field that the whole response body is. */
  payload?: string;
}

export const AWS_SERVICES = table as unknown as Readonly<Record<AwsService, ServiceModel>>;
export type AwsService = keyof typeof table;

/** The type of a field. */
export type FieldShape =
  | { kind: 'text' | 'number' | 'flag' | 'time' | 'texts-by-name' }
  | { kind: 'structure'; name: string }
  /** `element` is null if the entries have no element around them. */
  | { kind: 'list'; of: FieldShape; element: string | null };

export interface Field {
  name: string;
  /** Name of the element, or of the attribute with a leading `@`. */
  wire: string;
  shape: FieldShape;
}

/** Returns the model of an operation. Throws if the table does not have it. */
export function operationOf(service: AwsService, operation: string): OperationModel {
  const found = AWS_SERVICES[service].operations[operation];
  if (!found) throw new Error(`${service} ${operation} is not in the table of operations`);
  return found;
}

const read = new Map<string, readonly Field[]>();

/** Returns the fields of a structure. */
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
