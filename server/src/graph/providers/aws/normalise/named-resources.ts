/** Resource types by the service and kind in their ARN. */
const TYPES: Record<string, string> = {
  's3:': 'OBJECT_STORE',
  'kms:key': 'KEYSTORE',
  'secretsmanager:secret': 'KEYSTORE',
  'rds:db': 'RELATIONAL_DB',
  'rds:cluster': 'RELATIONAL_DB',
  'dynamodb:table': 'NOSQL_DB',
  'lambda:function': 'SERVERLESS_COMPUTE',
  'ec2:instance': 'INSTANCE',
  'ec2:volume': 'DISK',
  'ec2:vpc': 'VPC',
  'ec2:subnet': 'SUBNET',
  'ec2:security-group': 'SECURITY_GROUP',
  'ec2:route-table': 'ROUTE_TABLE',
  'elasticloadbalancing:loadbalancer': 'LOAD_BALANCER',
};

export interface NamedResource {
  arn: string;
  type: string;
  name: string;
  region: string;
  accountId: string;
}

/**
 * Returns the resource that a policy names in full, without wildcard or variable, with the bucket in place of its objects. Returns null where the
 * pattern names no single resource, or an IAM entity, which the dump lists itself.
 */
export function namedResource(pattern: string, ownAccount: string): NamedResource | null {
  const parts = pattern.split(':');
  if (parts.length < 6 || parts[0] !== 'arn') return null;
  const [, , service = '', region = '', account = ''] = parts;
  const rest = parts.slice(5).join(':');
  if (service === 'iam' || service === 'sts' || /[*?]|\$\{/.test(`${service}${region}${account}`)) return null;
  const arn = service === 's3' && account === '' ? `arn:${parts[1]}:s3:::${rest.split('/')[0]}` : pattern;
  if (/[*?]|\$\{/.test(arn) || rest === '') return null;
  const kind = service === 's3' ? '' : (/^([a-z-]+)[:/]/i.exec(rest)?.[1] ?? '');
  const type = TYPES[`${service}:${kind}`] ?? `AWS_${service}${kind === '' ? '' : `_${kind}`}`.replace(/[^a-zA-Z0-9]+/g, '_').toUpperCase();
  const name = service === 's3' ? (rest.split('/')[0] ?? rest) : rest.slice(kind === '' ? 0 : kind.length + 1);
  return { arn, type, name: name || rest, region, accountId: account || ownAccount };
}
