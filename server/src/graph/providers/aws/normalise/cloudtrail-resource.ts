import { at, fields, list, text, type Fields } from '../../../../platform/json-values';

/** ARN formats by request parameter. `{}` is the parameter's value, `R` the region, `A` the account. */
const NAMED: readonly (readonly [source: string, parameter: string, arn: string])[] = [
  ['s3', 'bucketName', 'arn:P:s3:::{}'],
  ['iam', 'roleName', 'arn:P:iam::A:role/{}'],
  ['iam', 'userName', 'arn:P:iam::A:user/{}'],
  ['iam', 'groupName', 'arn:P:iam::A:group/{}'],
  ['lambda', 'functionName', 'arn:P:lambda:R:A:function:{}'],
  ['dynamodb', 'tableName', 'arn:P:dynamodb:R:A:table/{}'],
  ['rds', 'dBInstanceIdentifier', 'arn:P:rds:R:A:db:{}'],
  ['ecr', 'repositoryName', 'arn:P:ecr:R:A:repository/{}'],
  ['secretsmanager', 'secretId', 'arn:P:secretsmanager:R:A:secret:{}'],
  ['kms', 'keyId', 'arn:P:kms:R:A:key/{}'],
  ['ec2', 'instanceId', 'arn:P:ec2:R:A:instance/{}'],
  ['ec2', 'volumeId', 'arn:P:ec2:R:A:volume/{}'],
  ['ec2', 'groupId', 'arn:P:ec2:R:A:security-group/{}'],
  ['ec2', 'subnetId', 'arn:P:ec2:R:A:subnet/{}'],
  ['ec2', 'vpcId', 'arn:P:ec2:R:A:vpc/{}'],
];

/** Parameters that contain ARNs or addresses. */
const DIRECT = ['roleArn', 'topicArn', 'policyArn', 'resourceArn', 'functionArn', 'secretArn', 'tableArn', 'targetKeyId'];

/** Returns the ARN of the resource that a call used, with the bucket in place of an S3 object. Returns null where the record does not name it. */
export function resourceOfRecord(record: Fields): string | null {
  const { requestParameters, awsRegion, recipientAccountId, eventSource, resources } = record;
  const listed = list(resources).map((resource) => text(at(resource, 'ARN')) || text(at(resource, 'arn')));
  const arn = listed.find((found) => found.startsWith('arn:'));
  if (arn !== undefined) return bucketOf(arn);
  const parameters = fields(requestParameters);
  const direct = DIRECT.map((name) => text(parameters[name])).find((value) => value.startsWith('arn:'));
  if (direct !== undefined) return bucketOf(direct);
  const queue = /^https:\/\/[^/]+\/(\d{12})\/([^/]+)$/.exec(text(parameters.queueUrl));
  const region = text(awsRegion);
  const partition = region.startsWith('cn-') ? 'aws-cn' : region.startsWith('us-gov-') ? 'aws-us-gov' : 'aws';
  if (queue) return `arn:${partition}:sqs:${region}:${queue[1] ?? ''}:${queue[2] ?? ''}`;
  const source = text(eventSource).split('.')[0];
  for (const [service, parameter, pattern] of NAMED) {
    if (service !== source) continue;
    const name = text(parameters[parameter]) || firstItem(parameters, parameter);
    if (name === '') continue;
    if (name.startsWith('arn:')) return bucketOf(name);
    return pattern
      .replace('P', partition)
      .replace(':R:', `:${region}:`)
      .replace(':A:', `:${text(recipientAccountId)}:`)
      .replace('{}', name);
  }
  return null;
}

/** EC2 puts names into lists: `instancesSet.items[0].instanceId`. The first of several counts. */
function firstItem(parameters: Fields, name: string): string {
  for (const value of Object.values(parameters)) {
    const [first] = list(at(value, 'items'));
    const found = text(at(first, name));
    if (found !== '') return found;
  }
  return '';
}

function bucketOf(arn: string): string {
  return arn.replace(/^(arn:[^:]+:s3:::[^/]+)\/.*$/s, '$1');
}
