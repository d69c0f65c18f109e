import type { AwsCall } from '../../../graph';
import type { AwsInput } from './aws-client';
import type { AwsService } from './operations';

/** A paged list of a service in one region. */
export interface RegionalList {
  call: AwsCall;
  service: AwsService;
  operation: string;
  /** Response field with the entries. */
  field: string;
  input?: AwsInput;
  /** Request and response fields of the page token. Absent for a list of one page. */
  paging?: { request: string; response: string };
}

/** A call for each entry of a list. */
export interface RegionalDetail {
  call: AwsCall;
  list: AwsCall;
  service: AwsService;
  operation: string;
  /** Returns the input, or null to skip the entry. */
  input: (entry: Entry) => AwsInput | null;
  /** Returns the subject in the file name. */
  subject: (entry: Entry) => string;
  /** Error codes for "there is none". No service distinguishes this from a resource that was deleted in the meantime. */
  absent?: RegExp;
  /** For a detail that is a paged list: its field. */
  pages?: string;
}

/** An entry of a list: a structure, or the name as text. */
export type Entry = Readonly<Record<string, unknown>> | string;

const TOKEN = { request: 'NextToken', response: 'NextToken' };
const MARKER = { request: 'Marker', response: 'Marker' };
const NEXT_MARKER = { request: 'Marker', response: 'NextMarker' };

const ec2 = (call: string, operation: string, field: string, most: number, input: AwsInput = {}): RegionalList => ({
  call: `ec2/${call}` as AwsCall,
  service: 'ec2',
  operation,
  field,
  input: { MaxResults: most, ...input },
  paging: TOKEN,
});
const rds = (call: string, operation: string, field: string): RegionalList => ({
  call: `rds/${call}` as AwsCall,
  service: 'rds',
  operation,
  field,
  input: { MaxRecords: 100 },
  paging: MARKER,
});

/** The first list of each region. If the organization blocks it, the rest of the region is skipped. */
export const FIRST_LIST = ec2('describe-vpcs', 'DescribeVpcs', 'Vpcs', 1000);

export const REGIONAL_LISTS: readonly RegionalList[] = [
  ec2('describe-subnets', 'DescribeSubnets', 'Subnets', 1000),
  ec2('describe-route-tables', 'DescribeRouteTables', 'RouteTables', 100),
  ec2('describe-security-groups', 'DescribeSecurityGroups', 'SecurityGroups', 1000),
  ec2('describe-internet-gateways', 'DescribeInternetGateways', 'InternetGateways', 1000),
  ec2('describe-vpc-endpoints', 'DescribeVpcEndpoints', 'VpcEndpoints', 1000),
  { call: 'ec2/describe-addresses', service: 'ec2', operation: 'DescribeAddresses', field: 'Addresses' },
  ec2('describe-instances', 'DescribeInstances', 'Reservations', 1000),
  ec2('describe-volumes', 'DescribeVolumes', 'Volumes', 500),
  ec2('describe-snapshots', 'DescribeSnapshots', 'Snapshots', 1000, { 'Owner.1': 'self' }),
  {
    call: 'elbv2/describe-load-balancers',
    service: 'elbv2',
    operation: 'DescribeLoadBalancers',
    field: 'LoadBalancers',
    input: { PageSize: 400 },
    paging: NEXT_MARKER,
  },
  rds('describe-db-instances', 'DescribeDBInstances', 'DBInstances'),
  rds('describe-db-clusters', 'DescribeDBClusters', 'DBClusters'),
  rds('describe-db-snapshots', 'DescribeDBSnapshots', 'DBSnapshots'),
  { call: 'lambda/list-functions', service: 'lambda', operation: 'ListFunctions', field: 'Functions', input: { MaxItems: 50 }, paging: NEXT_MARKER },
  {
    call: 'dynamodb/list-tables',
    service: 'dynamodb',
    operation: 'ListTables',
    field: 'TableNames',
    input: { Limit: 100 },
    paging: { request: 'ExclusiveStartTableName', response: 'LastEvaluatedTableName' },
  },
  { call: 'kms/list-keys', service: 'kms', operation: 'ListKeys', field: 'Keys', input: { Limit: 1000 }, paging: NEXT_MARKER },
  { call: 'kms/list-aliases', service: 'kms', operation: 'ListAliases', field: 'Aliases', input: { Limit: 100 }, paging: NEXT_MARKER },
  { call: 'sqs/list-queues', service: 'sqs', operation: 'ListQueues', field: 'QueueUrls', input: { MaxResults: 1000 }, paging: TOKEN },
  { call: 'sns/list-topics', service: 'sns', operation: 'ListTopics', field: 'Topics', paging: TOKEN },
  {
    call: 'secretsmanager/list-secrets',
    service: 'secretsmanager',
    operation: 'ListSecrets',
    field: 'SecretList',
    input: { MaxResults: 100 },
    paging: TOKEN,
  },
  {
    call: 'ecr/describe-repositories',
    service: 'ecr',
    operation: 'DescribeRepositories',
    field: 'repositories',
    input: { maxResults: 1000 },
    paging: { request: 'nextToken', response: 'nextToken' },
  },
  {
    call: 'cloudtrail/describe-trails',
    service: 'cloudtrail',
    operation: 'DescribeTrails',
    field: 'trailList',
    input: { includeShadowTrails: false },
  },
  {
    call: 'resourcegroupstaggingapi/get-resources',
    service: 'resourcegroupstaggingapi',
    operation: 'GetResources',
    field: 'ResourceTagMappingList',
    input: { ResourcesPerPage: 100 },
    paging: { request: 'PaginationToken', response: 'PaginationToken' },
  },
];

const NOT_FOUND = /^ResourceNotFoundException$/;

export const REGIONAL_DETAILS: readonly RegionalDetail[] = [
  detail('lambda/get-policy', 'lambda/list-functions', 'GetPolicy', 'FunctionName', NOT_FOUND),
  { ...detail('lambda/list-function-url-configs', 'lambda/list-functions', 'ListFunctionUrlConfigs', 'FunctionName'), pages: 'FunctionUrlConfigs' },
  {
    ...detail('ec2/describe-snapshot-attribute', 'ec2/describe-snapshots', 'DescribeSnapshotAttribute', 'SnapshotId'),
    input: (entry) => ({ SnapshotId: text(entry, 'SnapshotId'), Attribute: 'createVolumePermission' }),
  },
  {
    ...detail('rds/describe-db-snapshot-attributes', 'rds/describe-db-snapshots', 'DescribeDBSnapshotAttributes', 'DBSnapshotIdentifier'),
    // Automated snapshots cannot be shared.
    input: (entry) => (text(entry, 'SnapshotType') === 'automated' ? null : { DBSnapshotIdentifier: text(entry, 'DBSnapshotIdentifier') }),
  },
  detail('dynamodb/describe-table', 'dynamodb/list-tables', 'DescribeTable', 'TableName'),
  detail('kms/describe-key', 'kms/list-keys', 'DescribeKey', 'KeyId'),
  {
    ...detail('kms/get-key-policy', 'kms/list-keys', 'GetKeyPolicy', 'KeyId'),
    input: (entry) => ({ KeyId: text(entry, 'KeyId'), PolicyName: 'default' }),
  },
  { ...detail('kms/list-grants', 'kms/list-keys', 'ListGrants', 'KeyId'), pages: 'Grants' },
  {
    ...detail('sqs/get-queue-attributes', 'sqs/list-queues', 'GetQueueAttributes', ''),
    input: (entry) => ({ QueueUrl: String(entry), AttributeNames: ['All'] }),
    subject: (entry) => String(entry).split('/').at(-1) ?? '',
  },
  { ...detail('sns/get-topic-attributes', 'sns/list-topics', 'GetTopicAttributes', 'TopicArn'), subject: (entry) => lastOf(text(entry, 'TopicArn')) },
  {
    ...detail('secretsmanager/get-resource-policy', 'secretsmanager/list-secrets', 'GetResourcePolicy', 'ARN'),
    input: (entry) => ({ SecretId: text(entry, 'ARN') }),
    subject: (entry) => lastOf(text(entry, 'ARN')),
  },
  {
    ...detail(
      'ecr/get-repository-policy',
      'ecr/describe-repositories',
      'GetRepositoryPolicy',
      'repositoryName',
      /^RepositoryPolicyNotFoundException$/,
    ),
  },
];

/** The policies of tables are read by ARN, which the list of tables does not contain. */
export const TABLE_POLICY = { call: 'dynamodb/get-resource-policy' as AwsCall, absent: /^PolicyNotFoundException$/ };

/** @param key name of the id in both the entry and the input */
function detail(call: AwsCall, of: AwsCall, operation: string, key: string, absent?: RegExp): RegionalDetail {
  const service = call.slice(0, call.indexOf('/')) as AwsService;
  const subject = (entry: Entry): string => (typeof entry === 'string' ? entry : text(entry, key));
  return { call, list: of, service, operation, input: (entry) => ({ [key]: subject(entry) }), subject, absent };
}

function text(entry: Entry, field: string): string {
  const value = typeof entry === 'string' ? undefined : entry[field];
  return typeof value === 'string' ? value : '';
}

function lastOf(arn: string): string {
  return arn.split(':').at(-1) ?? '';
}
