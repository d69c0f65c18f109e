import { ACCOUNT, allow, arn, dump, group, managedPolicy, policyDocument, role, trust, user } from '../aws-account';
import { openTo, policyText } from '../aws-stores';
import { asRole, asUser, called, daysAgo } from '../trail';
import { PORTS } from './ports';

/** A second account with nothing but a role that trusts everyone. */
export const SECOND = '222233334444';
/** Accounts without a source: one with a name, one unknown. */
export const NAMED = '333344445555';
export const UNKNOWN = '999988887777';

/** The SAML provider of an Okta org that signs users in. */
export const PROVIDER = arn('saml-provider', 'Okta');

const root = (account: string): object => ({ AWS: `arn:aws:iam::${account}:root` });
const profile = (name: string): object => ({
  InstanceProfileName: name,
  Arn: arn('instance-profile', name),
  Path: '/',
  InstanceProfileId: `AIPA${name}`,
});
const boundary = { PermissionsBoundary: { PermissionsBoundaryType: 'Policy', PermissionsBoundaryArn: arn('policy', 'Limit') } };
const machines = trust({ Service: ['ec2.amazonaws.com', 'lambda.amazonaws.com'] });

const IDENTITIES = dump({
  users: [
    user('ada', { inline: { all: policyDocument(allow('*')) } }),
    user('eve', { groups: ['admins'] }),
    user('bob', { groups: ['readers'] }),
    user('carl', { groups: ['readers'] }),
    user('dora', { groups: ['writers'] }),
  ],
  groups: [group('admins', ['Administration']), group('readers', ['Read']), group('writers', ['Write'])],
  roles: [
    { ...role('boss', trust(root(ACCOUNT)), ['Administration']), InstanceProfileList: [profile('boss')] },
    { ...role('busy', trust(root(ACCOUNT)), ['Administration']), ...boundary },
    { ...role('plain', machines, ['Read']), InstanceProfileList: [profile('plain')] },
    role('partner', policyDocument({ ...allow('sts:AssumeRole'), Resource: undefined, Principal: { AWS: [NAMED, UNKNOWN] } }), ['Read']),
    role(
      'sso',
      policyDocument({
        Effect: 'Allow',
        Action: 'sts:AssumeRoleWithSAML',
        Principal: { Federated: PROVIDER },
        Condition: { StringEquals: { 'SAML:aud': 'https://signin.aws.amazon.com/saml' } },
      }),
      ['Administration'],
    ),
  ],
  policies: [
    managedPolicy('Administration', policyDocument(allow('*'))),
    managedPolicy('Limit', policyDocument(allow('*'))),
    // Account-wide reads do not count as administration.
    managedPolicy('Read', policyDocument(allow(['ec2:Describe*', 's3:ListAllMyBuckets', 's3:ListBucket']))),
    managedPolicy('Write', policyDocument(allow('s3:PutObject', 'arn:aws:s3:::closed/*'))),
  ],
});

const CREDENTIALS: readonly (readonly [name: string, mfa: boolean, keyAge: number])[] = [
  ['ada', false, 400],
  ['eve', true, 30],
  ['bob', true, 10],
  ['carl', true, 100],
  ['dora', true, 10],
];

const REPORT = [
  'user,arn,user_creation_time,password_enabled,mfa_active,access_key_1_active,access_key_1_last_rotated',
  ...CREDENTIALS.map(([name, mfa, age]) => [name, arn('user', name), '2024-01-02T03:04:05+00:00', true, mfa, true, daysAgo(age)].join(',')),
].join('\n');

const from = (range: string, port: number | null, to = port): object => ({
  IpProtocol: port === null ? '-1' : 'tcp',
  ...(port === null ? {} : { FromPort: port, ToPort: to }),
  IpRanges: range.includes(':') ? [] : [{ CidrIp: range }],
  Ipv6Ranges: range.includes(':') ? [{ CidrIpv6: range }] : [],
});
const firewall = (name: string, ...IpPermissions: object[]): object => ({
  GroupId: `sg-${name}`,
  GroupName: name,
  VpcId: 'vpc-1',
  OwnerId: ACCOUNT,
  IpPermissions,
});
const WORLD = '0.0.0.0/0';

/** Security groups that open one port each, and some that open several. */
const FIREWALLS = [
  ...PORTS.map(([, port]) => firewall(`open-${port}`, from(WORLD, port))),
  firewall('web', from(WORLD, 443)),
  firewall('office', from('203.0.113.0/24', 22), from('10.0.0.0/8', null)),
  firewall('everything', from(WORLD, null)),
  firewall('range', from('::/0', 20, 30)),
  firewall('two', from(WORLD, 443), from(WORLD, 3389)),
];

const machine = (name: string, profileName: string, more: object): object => ({
  InstanceId: `i-${name}`,
  State: { Name: 'running' },
  Placement: { AvailabilityZone: 'eu-west-1a' },
  VpcId: 'vpc-1',
  SubnetId: 'subnet-1',
  IamInstanceProfile: { Arn: arn('instance-profile', profileName) },
  Tags: [{ Key: 'Name', Value: name }],
  ...more,
});
const database = (name: string, isBad: boolean): object => ({
  DBInstanceIdentifier: name,
  DBInstanceArn: `arn:aws:rds:eu-west-1:${ACCOUNT}:db:${name}`,
  PubliclyAccessible: isBad,
  StorageEncrypted: !isBad,
  Endpoint: { Address: `${name}.example`, Port: 5432 },
  VpcSecurityGroups: [{ VpcSecurityGroupId: 'sg-everything' }],
  DBSubnetGroup: { VpcId: 'vpc-1', Subnets: [{ SubnetIdentifier: 'subnet-1' }] },
});
const table = (name: string): string => `arn:aws:dynamodb:eu-west-1:${ACCOUNT}:table/${name}`;
const lambda = (name: string): string => `arn:aws:lambda:eu-west-1:${ACCOUNT}:function:${name}`;
const key = (name: string): string => `arn:aws:kms:eu-west-1:${ACCOUNT}:key/${name}`;
const ownAccount = { Principal: root(ACCOUNT) };

/** An account with each object that rules judge, once compliant and once not. */
export const AWS_FILES: Readonly<Record<string, unknown>> = {
  'iam/get-account-authorization-details.json': IDENTITIES,
  'iam/get-credential-report.json': {
    Content: Buffer.from(REPORT).toString('base64'),
    ReportFormat: 'text/csv',
    GeneratedTime: daysAgo(0),
  },
  'cloudtrail/events.json': {
    Records: [
      called(200, 'ListBuckets', asUser('bob'), { resources: [] }),
      called(5, 'PutObject', asUser('dora'), { resources: [{ ARN: 'arn:aws:s3:::closed/a.csv' }] }),
      called(3, 'PutAccountPublicAccessBlock', asRole('busy'), { resources: [] }),
    ],
  },
  'ec2/describe-vpcs.json': { Vpcs: [{ VpcId: 'vpc-1', CidrBlock: '10.0.0.0/16', OwnerId: ACCOUNT }] },
  'ec2/describe-subnets.json': { Subnets: [{ SubnetId: 'subnet-1', VpcId: 'vpc-1', OwnerId: ACCOUNT, AvailabilityZone: 'eu-west-1a' }] },
  'ec2/describe-route-tables.json': {
    RouteTables: [
      {
        RouteTableId: 'rtb-1',
        VpcId: 'vpc-1',
        Routes: [{ DestinationCidrBlock: WORLD, GatewayId: 'igw-1', State: 'active' }],
        Associations: [{ Main: true, AssociationState: { State: 'associated' } }],
      },
    ],
  },
  'eu-west-1/ec2/describe-security-groups.json': { SecurityGroups: FIREWALLS },
  'ec2/describe-internet-gateways.json': { InternetGateways: [{ InternetGatewayId: 'igw-1', Attachments: [{ VpcId: 'vpc-1' }] }] },
  'ec2/describe-instances.json': {
    Reservations: [
      {
        OwnerId: ACCOUNT,
        Instances: [
          machine('machine-bad', 'boss', { PublicIpAddress: '198.51.100.7', SecurityGroups: [{ GroupId: 'sg-everything' }] }),
          machine('machine-good', 'plain', { SecurityGroups: [{ GroupId: 'sg-office' }] }),
        ],
      },
    ],
  },
  'ec2/describe-volumes.json': {
    Volumes: [true, false].map((Encrypted) => ({
      VolumeId: `vol-${Encrypted}`,
      AvailabilityZone: 'eu-west-1a',
      Encrypted,
      Tags: [{ Key: 'Name', Value: Encrypted ? 'disk-good' : 'disk-bad' }],
    })),
  },
  'cloudtrail/describe-trails.json': {
    trailList: [{ Name: 'main', TrailARN: `arn:aws:cloudtrail:eu-west-1:${ACCOUNT}:trail/main`, S3BucketName: 'logs' }],
  },
  'rds/describe-db-instances.json': { DBInstances: [database('database-bad', true), database('database-good', false)] },
  's3/list-buckets.json': { Buckets: ['open', 'closed'].map((Name) => ({ Name, BucketRegion: 'eu-west-1' })) },
  's3/get-bucket-policy/open.json': { Policy: policyText(openTo('s3:GetObject', 'arn:aws:s3:::open/*')) },
  's3/get-bucket-policy/closed.json': { Policy: policyText(allow('s3:GetObject', 'arn:aws:s3:::closed/*', ownAccount)) },
  'kms/list-keys.json': { Keys: ['key-bad', 'key-good'].map((KeyId) => ({ KeyId, KeyArn: key(KeyId) })) },
  'kms/get-key-policy/key-bad.json': { Policy: policyText(openTo('kms:Decrypt', '*')), PolicyName: 'default' },
  'kms/get-key-policy/key-good.json': { Policy: policyText(allow('kms:*', '*', ownAccount)), PolicyName: 'default' },
  'dynamodb/list-tables/eu-west-1.json': { TableNames: ['table-bad', 'table-good'] },
  'dynamodb/get-resource-policy/table-bad.json': { Policy: policyText(openTo('dynamodb:GetItem', table('table-bad'))), RevisionId: '1' },
  'dynamodb/get-resource-policy/table-good.json': {
    Policy: policyText(allow('dynamodb:GetItem', table('table-good'), ownAccount)),
    RevisionId: '1',
  },
  'lambda/list-functions.json': {
    Functions: [
      { FunctionName: 'function-bad', FunctionArn: lambda('function-bad'), Role: arn('role', 'boss') },
      { FunctionName: 'function-good', FunctionArn: lambda('function-good'), Role: arn('role', 'plain') },
    ],
  },
  'lambda/get-policy/function-bad.json': { Policy: policyText(openTo('lambda:InvokeFunction', lambda('function-bad'))), RevisionId: '1' },
  'lambda/get-policy/function-good.json': {
    Policy: policyText(allow('lambda:InvokeFunction', lambda('function-good'), { Principal: { Service: 's3.amazonaws.com' } })),
    RevisionId: '1',
  },
};

const QUEUE = `arn:aws:sqs:eu-west-1:${SECOND}:orders`;

/** Any AWS account may assume a role of this account, and everyone may send to its queue. Neither reaches data. */
export const SECOND_FILES: Readonly<Record<string, unknown>> = {
  'iam/get-account-authorization-details.json': JSON.stringify(
    dump({ roles: [role('open', trust('*'), ['Queues'])], policies: [managedPolicy('Queues', policyDocument(allow('sqs:ListQueues')))] }),
  ).replaceAll(ACCOUNT, SECOND),
  'sqs/get-queue-attributes/orders.json': {
    Attributes: { QueueArn: QUEUE, Policy: policyText(openTo('sqs:SendMessage', QUEUE)) },
  },
};
