import type { AwsCall } from '../inventory';
import { AWS_CALLS } from './account-files';
import { OTHER_CALLS, OTHER_SERVICES } from './other-calls';

/** The information in a file's name. */
export interface NamedCall {
  call: AwsCall;
  /** Empty where no folder is a region. */
  region: string;
  /** The rest of the name after the call. It may spell a resource with replaced characters. */
  subject: string;
}

const REGION = /^[a-z]{2}(?:-[a-z]+)+-\d$/;

/** Service folders that differ from the service prefix of the command. */
const SERVICES: Record<string, string> = { s3api: 's3', elb: 'elbv2', docdb: 'rds', neptune: 'rds' };
/** Accepted abbreviations of a call. */
const CALLS: Record<string, string> = { 'list-organizational-units': 'list-organizational-units-for-parent' };

const BY_NAME = new Map<string, AwsCall[]>();
for (const call of AWS_CALLS) {
  const name = call.slice(call.indexOf('/') + 1);
  BY_NAME.set(name, [...(BY_NAME.get(name) ?? []), call]);
}

/** Longer names come first: `list-policies-for-target` is not `list-policies`. */
const NAMES = [...BY_NAME.keys(), ...Object.keys(CALLS), ...OTHER_CALLS].sort((a, b) => b.length - a.length);

/**
 * Parses a file name. It accepts `s3/get-bucket-policy/payroll.json`, `s3/get-bucket-policy__payroll.json`, `eu-west-1/ec2/describe-vpcs.json` and
 * `ec2/describe-vpcs/eu-west-1.json`. Returns null where the name contains no supported call.
 */
export function callOfFile(file: string): NamedCall | null {
  const segments = file.replace(/\.json$/i, '').split('/');
  for (let index = segments.length - 1; index >= 0; index--) {
    const segment = segments[index] ?? '';
    const name = NAMES.find((one) => isNamed(segment, one));
    if (name === undefined) continue;
    const before = segments.slice(0, index);
    const call = choose(name, BY_NAME.get(CALLS[name] ?? name) ?? [], before);
    if (!call) continue;
    const after = [segment.slice(name.length).replace(/^(?:__|[-_.=@])/, ''), ...segments.slice(index + 1)].filter((part) => part !== '');
    const region = [...before, ...after].find((part) => REGION.test(part)) ?? '';
    return { call, region, subject: after.filter((part) => part !== region).join('/') };
  }
  return null;
}

function isNamed(segment: string, name: string): boolean {
  return segment === name || (segment.startsWith(name) && /^[-_.=@]/.test(segment.slice(name.length)));
}

/** Chooses among calls of one name by the service folder above; null where that service has a different call of this name. */
function choose(name: string, calls: readonly AwsCall[], before: readonly string[]): AwsCall | null {
  const others = (OTHER_SERVICES[name] ?? '').split(/\s+/);
  if (before.length > 0 && others.includes(before.at(-1) ?? '')) return null;
  const services = before.map((segment) => SERVICES[segment] ?? segment);
  const named = calls.find((call) => services.includes(call.slice(0, call.indexOf('/'))));
  return named ?? (calls.length === 1 ? (calls[0] ?? null) : null);
}
