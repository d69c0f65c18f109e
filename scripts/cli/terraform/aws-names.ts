import type { KnownResource } from './plan';
import { isUnknown, Unplaced, type ResourceReader, type Side } from './resource-reader';

/** How the ARN of a resource is written. */
interface ArnForm {
  service: string;
  /** The part before the name: `key/`. */
  kind: string;
  /** The attribute with the name; null: AWS chooses it. */
  name: string | null;
  /** The part that AWS appends to the name. */
  after?: string;
}

/** Resources with an ARN of the form `arn:aws:SERVICE:REGION:ACCOUNT:KIND/NAME`. */
const FORMS = {
  aws_sqs_queue: { service: 'sqs', kind: '', name: 'name' },
  aws_sns_topic: { service: 'sns', kind: '', name: 'name' },
  aws_kms_key: { service: 'kms', kind: 'key/', name: null },
  aws_secretsmanager_secret: { service: 'secretsmanager', kind: 'secret:', name: 'name', after: '-AbCdEf' },
  aws_ecr_repository: { service: 'ecr', kind: 'repository/', name: 'name' },
  aws_dynamodb_table: { service: 'dynamodb', kind: 'table/', name: 'name' },
  aws_lambda_function: { service: 'lambda', kind: 'function:', name: 'function_name' },
} as const satisfies Record<string, ArnForm>;

export type RegionalType = keyof typeof FORMS;

/** Returns the ARN of a resource: its own, or the one that it will get. A part that AWS chooses stands for itself. */
export function regionalArn(reader: ResourceReader, type: RegionalType, side: Side): string {
  const { arn, region } = side.resource.values;
  if (typeof arn === 'string' && arn !== '') return arn;
  const { service, kind, name, after = '' }: ArnForm = FORMS[type];
  const { partition, account } = reader.accountOf(side.resource);
  const place = typeof region === 'string' && region !== '' ? region : regionOf(reader, side.resource);
  return `arn:${partition}:${service}:${place}:${account}:${kind}${nameOf(side, name)}${after}`;
}

/** Returns a name from an attribute, or one made of the address when only the apply will know it. */
function nameOf(side: Side, attribute: string | null): string {
  const made = side.resource.address.replace(/[^\w.-]+/g, '-');
  if (attribute === null || isUnknown(side, attribute)) return made;
  const name = side.resource.values[attribute];
  return typeof name === 'string' && name !== '' ? name : made;
}

/** Returns the region that other resources of the same provider lie in, or that the provider names itself. */
function regionOf(reader: ResourceReader, { provider }: KnownResource): string {
  const own = reader.plan.resources.filter((one) => one.provider === provider);
  const named = own.map(({ values }) => /^arn:[^:]+:[^:]+:([a-z]{2}(?:-[a-z]+)+-\d):/.exec(String(values.arn ?? ''))?.[1]);
  const regions = new Set([...named, reader.providerSays(provider, 'region')].filter((region) => region !== undefined));
  const [region] = regions;
  if (region === undefined || regions.size > 1) throw new Unplaced('its region is not known before the apply');
  return region;
}

/**
 * Returns the ARN of a resource that an attribute names, or takes from a resource of the plan.
 * @param own reads a known value: a name, an id, a URL. An ARN is one already.
 */
export function regionalRef(reader: ResourceReader, side: Side, attribute: string, type: RegionalType): string {
  if (isUnknown(side, attribute)) return regionalArn(reader, type, { resource: reader.referred(side, attribute, [type]), unknown: {} });
  const value = reader.text(side, attribute);
  if (value === undefined) throw new Unplaced(`${attribute} is empty`);
  if (value.startsWith('arn:')) return value;
  const queue = /^https:\/\/sqs\.([a-z0-9-]+)\.amazonaws\.com(?:\.cn)?\/(\d{12})\/([\w.-]+)$/.exec(value);
  const { partition } = reader.accountOf(side.resource);
  if (queue) return `arn:${partition}:sqs:${queue[1]}:${queue[2]}:${queue[3]}`;
  const known = reader.plan.resources.find(
    (one) => one.type === type && one.provider === side.resource.provider && NAMING.some((name) => one.values[name] === value),
  );
  if (known) return regionalArn(reader, type, { resource: known, unknown: {} });
  const { name } = FORMS[type];
  if (value.includes('/') && type === 'aws_kms_key') throw new Unplaced(`${attribute} names a key by its alias`);
  const { region } = side.resource.values;
  return regionalArn(reader, type, {
    resource: { ...side.resource, address: value, values: { ...(name === null ? {} : { [name]: value }), region } },
    unknown: {},
  });
}

/** Attributes by which others name a resource. */
const NAMING = ['id', 'key_id', 'url', 'name', 'function_name', 'arn'];
