import { ACCOUNT, allow, arn, dump, group, managedPolicy, policyDocument, role, trust, user, type UserInput } from '../aws-account';

export const MANAGEMENT = '000011112222';
export const PROD = '222233334444';
export const LAB = '333344445555';
/** An account that is not connected. */
export const PARTNER = '999988887777';
export const ORGANIZATION = 'o-harbour000';

const REGION = 'eu-west-1';
/** `ACCOUNT` stands for the account of the bundle. */
const local = (service: string, name: string, region = REGION): string => `arn:aws:${service}:${region}:${ACCOUNT}:${name}`;
const bucket = (name: string): string => `arn:aws:s3:::${name}`;
const objects = (name: string, prefix = ''): string => `arn:aws:s3:::${name}/${prefix}*`;
const root = (account: string): string => `arn:aws:iam::${account}:root`;
const deny = (Action: string | string[], Resource: string | string[], extra: object = {}): object => ({
  ...allow(Action, Resource, extra),
  Effect: 'Deny',
});
const [PIPELINES, APP_USERS] = [arn('oidc-provider', 'token.actions.githubusercontent.com'), 'cognito-identity.amazonaws.com'];
const byToken = (Federated: string | string[], extra: object = {}): object =>
  trust({ Federated }, { Action: 'sts:AssumeRoleWithWebIdentity', ...extra });
const text = (...statements: object[]): string => JSON.stringify(policyDocument(...statements));
const when = (operator: string, key: string, value: unknown): object => ({ Condition: { [operator]: { [key]: value } } });
const having = (name: string, ...statements: object[]): object => user(name, { inline: { own: policyDocument(...statements) } });
const limited = (name: string, boundary: string, ...statements: object[]): object =>
  user(name, { inline: { own: policyDocument(...statements) }, boundary });
const untagged = (name: string, input: UserInput = {}): object => ({ ...user(name, input), Tags: [] });
const readPayroll = (extra: object = {}): object => allow('s3:GetObject', objects('payroll'), extra);
const written = (document: object): Pick<UserInput, 'inline'> => ({ inline: { own: document } });

/** Returns the bundle with the account in place of the placeholder. */
function inAccount(account: string, files: Record<string, unknown>): Record<string, unknown> {
  return JSON.parse(JSON.stringify(files).replaceAll(ACCOUNT, account)) as Record<string, unknown>;
}

const IDENTITIES = dump({
  groups: [group('auditors', ['ReadPayroll'])],
  policies: [
    managedPolicy('ReadPayroll', policyDocument(readPayroll())),
    managedPolicy('OnlyQueues', policyDocument(allow('sqs:*'))),
    managedPolicy('AllButPayroll', policyDocument(allow('*'), deny('s3:*', [bucket('payroll'), objects('payroll')]))),
  ],
  users: [
    user('idle'),
    having('reader', readPayroll()),
    having('owner', allow('*')),
    having('careful', allow('s3:*'), deny('s3:Put*', objects('payroll'))),
    untagged('not-iam', written(policyDocument({ Effect: 'Allow', NotAction: 'iam:*', Resource: '*' }))),
    untagged(
      'not-payroll',
      written(policyDocument({ Effect: 'Allow', Action: 's3:GetObject', NotResource: [bucket('payroll'), objects('payroll')] })),
    ),
    user('auditor', { groups: ['auditors'] }),
    limited('fenced', 'OnlyQueues', allow('s3:*'), allow('sqs:SendMessage')),
    limited('warned', 'AllButPayroll', allow('s3:GetObject')),
    having('wild', allow('s3:Get?bject', objects('payroll'))),
    having('loud', allow('S3:GETOBJECT', objects('payroll'))),
    having('misspelt', allow('s3:GetObject', 'arn:aws:s3:::Payroll/*')),
    having('lister', allow('s3:ListAllMyBuckets')),
    having('bucket-only', allow('s3:*', bucket('payroll'))),
    having('here', readPayroll(when('IpAddress', 'aws:SourceIp', '203.0.113.0/24'))),
    having('with-code', readPayroll(when('Bool', 'aws:MultiFactorAuthPresent', 'true'))),
    having('data-team', readPayroll(when('StringEquals', 'aws:PrincipalTag/team', 'data'))),
    having('ops-team', readPayroll(when('StringEquals', 'aws:PrincipalTag/team', 'ops'))),
    having('any-case', readPayroll(when('StringEqualsIgnoreCase', 'aws:PrincipalTag/team', 'DATA'))),
    having('untagged-if', readPayroll(when('StringEqualsIfExists', 'aws:PrincipalTag/floor', '3'))),
    having('untagged-strict', readPayroll(when('StringEquals', 'aws:PrincipalTag/floor', '3'))),
    having('untagged-not', readPayroll(when('StringNotEquals', 'aws:PrincipalTag/floor', '3'))),
    having('no-floor', readPayroll(when('Null', 'aws:PrincipalTag/floor', 'true'))),
    having('expired', readPayroll(when('DateLessThan', 'aws:CurrentTime', '2020-01-01T00:00:00Z'))),
    having('begun', readPayroll(when('DateGreaterThan', 'aws:CurrentTime', '2020-01-01T00:00:00Z'))),
    having('future', readPayroll(when('DateLessThan', 'aws:CurrentTime', '2999-01-01T00:00:00Z'))),
    having('self', allow(['iam:GetUser', 'iam:CreateAccessKey'], 'arn:aws:iam::*:user/${aws:username}')),
    having('regional', allow('sqs:SendMessage', '*', when('StringEquals', 'aws:RequestedRegion', REGION))),
    having('tagged-secrets', allow('secretsmanager:GetSecretValue', '*', when('StringEquals', 'aws:ResourceTag/stage', 'prod'))),
    having('decrypter', allow('kms:Decrypt')),
    having('operator', allow('ssm:*')),
    having('assumer', allow('sts:AssumeRole')),
    having('blocked', allow('sts:AssumeRole'), deny('sts:AssumeRole', arn('role', 'deployer'))),
    having('administrator', allow('iam:*')),
    having('pointed', allow('s3:GetObject', local('s3', 'accesspoint/finance/object/reports/*'))),
    having('any-point', allow('s3:*', `arn:aws:s3:*:${ACCOUNT}:accesspoint/*`)),
    having('unpointed', allow('s3:*', `arn:aws:s3:*:${ACCOUNT}:accesspoint/finance*`), deny('s3:*', local('s3', 'accesspoint/finance/object/*'))),
    limited('point-fenced', 'AllButPayroll', allow('s3:GetObject', local('s3', 'accesspoint/finance/object/*'))),
    user('named'),
    limited('named-fenced', 'OnlyQueues', allow('sqs:SendMessage')),
    having('spared', allow('s3:GetObject', objects('vault'))),
    having('half-spared', allow('s3:GetObject', objects('strict'))),
    limited('spared-fenced', 'AllButPayroll', allow('s3:GetObject')),
  ],
  roles: [
    role('deployer', trust({ AWS: root(ACCOUNT) })),
    role('direct', trust({ AWS: arn('user', 'idle') })),
    role('external', trust({ AWS: root(LAB) }, when('StringEquals', 'sts:ExternalId', 'harbour'))),
    role('guarded', trust({ AWS: arn('user', 'idle') }, when('Bool', 'aws:MultiFactorAuthPresent', 'true'))),
    role('from-lab', trust({ AWS: root(LAB) })),
    role('machine', trust({ Service: 'ec2.amazonaws.com' })),
    role('open-role', trust('*')),
    role('partner', trust({ AWS: root(PARTNER) })),
    role('partner-team', trust({ AWS: root(PARTNER) }, when('ArnLike', 'aws:PrincipalArn', `arn:aws:iam::${PARTNER}:role/team-*`))),
    role('pipeline', byToken(PIPELINES, when('StringLike', 'token.actions.githubusercontent.com:sub', 'repo:harbour/*'))),
    role('app-users', byToken(APP_USERS)),
    role('either', byToken([PIPELINES, APP_USERS], when('StringEquals', 'cognito-identity.amazonaws.com:aud', 'eu-west-1:users'))),
    role('key-user', trust({ Service: 'lambda.amazonaws.com' })),
    {
      ...role('named-role', trust({ Service: 'lambda.amazonaws.com' }), []),
      PermissionsBoundary: { PermissionsBoundaryType: 'Policy', PermissionsBoundaryArn: arn('policy', 'OnlyQueues') },
    },
    {
      ...role('AWSReservedSSO_Admin_0123456789abcdef', trust({ Federated: `arn:aws:iam::${ACCOUNT}:saml-provider/AWSSSO_DO_NOT_DELETE` })),
      Path: '/aws-reserved/sso.amazonaws.com/',
      Arn: arn('role', 'aws-reserved/sso.amazonaws.com/AWSReservedSSO_Admin_0123456789abcdef'),
    },
  ],
});

/** A bucket policy that denies objects to everyone but the named principals. */
const unlessNamed = (name: string, ...names: string[]): object => ({
  Policy: text({ Effect: 'Deny', NotPrincipal: { AWS: names }, Action: 's3:GetObject', Resource: objects(name) }),
});

const QUEUE = local('sqs', 'jobs');
const keyPolicy = (...statements: object[]): object => ({ Policy: text(...statements), PolicyName: 'default' });

/** An access point of a bucket, as `list-access-points` shows it. */
const accessPoint = (Name: string, Bucket: string): object => ({
  Name,
  Bucket,
  NetworkOrigin: 'Internet',
  AccessPointArn: local('s3', `accesspoint/${Name}`),
  BucketAccountId: ACCOUNT,
});

/** The production account: identities with one policy each, and resources with one policy each. */
const PRODUCTION = {
  'iam.json': IDENTITIES,
  's3/list-buckets.json': {
    Buckets: [
      'payroll',
      'releases',
      'ledger',
      'vault',
      'strict',
      'secure',
      'shared',
      'by-account',
      'by-path',
      'open',
      'by-point',
      'half-open',
      'by-endpoint',
      'endpoint-only',
    ].map((Name) => ({ Name })),
  },
  's3/get-bucket-policy/ledger.json': {
    Policy: text(
      allow('s3:GetObject', objects('ledger'), {
        Principal: { AWS: [arn('user', 'named'), arn('user', 'named-fenced'), arn('role', 'named-role')] },
      }),
      allow('s3:GetObject', objects('ledger'), { Principal: { AWS: [root(LAB), `arn:aws:iam::${LAB}:user/visitor`] } }),
      allow('s3:PutObject', objects('ledger'), { Principal: { AWS: root(ACCOUNT) } }),
      allow('s3:GetObject', objects('ledger'), { Principal: { AWS: root(PARTNER) } }),
    ),
  },
  's3/get-bucket-policy/vault.json': unlessNamed('vault', root(ACCOUNT), arn('user', 'spared'), arn('user', 'spared-fenced')),
  's3/get-bucket-policy/strict.json': unlessNamed('strict', arn('user', 'half-spared')),
  's3/get-bucket-policy/secure.json': {
    Policy: text(deny('s3:*', [bucket('secure'), objects('secure')], { Principal: '*', ...when('Bool', 'aws:SecureTransport', 'false') })),
  },
  's3/get-bucket-policy/shared.json': {
    Policy: text(allow('s3:GetObject', objects('shared'), { Principal: '*', ...when('StringEquals', 'aws:PrincipalOrgID', ORGANIZATION) })),
  },
  's3/get-bucket-policy/by-account.json': {
    Policy: text(allow('s3:GetObject', objects('by-account'), { Principal: '*', ...when('StringEquals', 'aws:PrincipalAccount', LAB) })),
  },
  's3/get-bucket-policy/by-path.json': {
    Policy: text(
      allow('s3:GetObject', objects('by-path'), {
        Principal: '*',
        ...when('ForAnyValue:StringLike', 'aws:PrincipalOrgPaths', `${ORGANIZATION}/r-root/ou-lab/*`),
      }),
    ),
  },
  's3/get-bucket-policy/by-point.json': {
    Policy: text(
      allow('*', [bucket('by-point'), objects('by-point')], { Principal: '*', ...when('StringEquals', 's3:DataAccessPointAccount', ACCOUNT) }),
    ),
  },
  's3/get-bucket-policy/half-open.json': {
    Policy: text(
      allow('s3:GetObject', objects('half-open', 'public/'), {
        Principal: '*',
        ...when('ArnLike', 's3:DataAccessPointArn', local('s3', 'accesspoint/*')),
      }),
    ),
  },
  's3/get-bucket-policy/by-endpoint.json': {
    Policy: text(
      allow(['s3:GetObject', 's3:PutObject'], objects('by-endpoint'), {
        Principal: { AWS: arn('user', 'idle') },
        ...when('StringEquals', 'aws:SourceVpce', 'vpce-reads'),
      }),
      allow('s3:PutObjectAcl', objects('by-endpoint'), {
        Principal: { AWS: arn('user', 'named') },
        ...when('StringEquals', 'aws:SourceVpc', 'vpc-1'),
      }),
      allow('s3:PutObject', objects('by-endpoint'), {
        Principal: { AWS: arn('user', 'auditor') },
        ...when('StringEquals', 'aws:SourceVpce', 'vpce-other'),
      }),
    ),
  },
  's3/get-bucket-policy/endpoint-only.json': {
    Policy: text(
      deny('s3:*', [bucket('endpoint-only'), objects('endpoint-only')], {
        Principal: '*',
        ...when('StringNotEquals', 'aws:SourceVpce', 'vpce-reads'),
      }),
    ),
  },
  'ec2/describe-vpc-endpoints.json': {
    VpcEndpoints: [
      {
        VpcEndpointId: 'vpce-reads',
        VpcEndpointType: 'Gateway',
        VpcId: 'vpc-1',
        OwnerId: ACCOUNT,
        PolicyDocument: text(allow(['s3:Get*', 's3:List*'], '*', { Principal: '*' })),
      },
      {
        VpcEndpointId: 'vpce-open',
        VpcEndpointType: 'Gateway',
        VpcId: 'vpc-2',
        OwnerId: ACCOUNT,
        PolicyDocument: text(allow('*', '*', { Principal: '*' })),
      },
    ],
  },
  's3control/list-access-points.json': {
    AccessPointList: [
      accessPoint('finance', 'by-point'),
      { ...accessPoint('inside', 'by-point'), NetworkOrigin: 'VPC', VpcConfiguration: { VpcId: 'vpc-1' } },
      accessPoint('denying', 'by-point'),
      accessPoint('website', 'half-open'),
    ],
  },
  's3control/get-access-point-policy/finance.json': {
    Policy: text(
      allow('s3:GetObject', local('s3', 'accesspoint/finance/object/reports/*'), { Principal: { AWS: [arn('user', 'idle'), root(LAB)] } }),
      allow('s3:PutObject', local('s3', 'accesspoint/finance/object/*'), { Principal: { AWS: arn('user', 'named') } }),
    ),
  },
  's3control/get-access-point-policy/inside.json': {
    Policy: text(allow('s3:GetObject', local('s3', 'accesspoint/inside/object/*'), { Principal: { AWS: arn('user', 'assumer') } })),
  },
  's3control/get-access-point-policy/denying.json': {
    Policy: text(
      allow('s3:GetObject', local('s3', 'accesspoint/denying/object/*'), { Principal: { AWS: arn('user', 'blocked') } }),
      deny('s3:GetObject', local('s3', 'accesspoint/denying/object/secret/*'), { Principal: '*' }),
    ),
  },
  's3control/get-access-point-policy/website.json': {
    Policy: text(allow('s3:*', [local('s3', 'accesspoint/website'), local('s3', 'accesspoint/website/object/*')], { Principal: '*' })),
  },
  's3/get-bucket-policy/open.json': { Policy: text(allow('s3:GetObject', objects('open'), { Principal: '*' })) },
  'kms/list-keys.json': { Keys: ['delegated', 'closed', 'through-s3'].map((KeyId) => ({ KeyId, KeyArn: local('kms', `key/${KeyId}`) })) },
  'kms/get-key-policy/delegated.json': keyPolicy(allow('kms:*', '*', { Principal: { AWS: root(ACCOUNT) } })),
  'kms/get-key-policy/closed.json': keyPolicy(allow('kms:Decrypt', '*', { Principal: { AWS: [arn('role', 'key-user'), arn('user', 'named')] } })),
  'kms/list-grants/closed.json': {
    Grants: [
      { GrantId: 'g1', GranteePrincipal: arn('user', 'idle'), Operations: ['Decrypt', 'GenerateDataKey'] },
      {
        GrantId: 'g2',
        GranteePrincipal: arn('role', 'machine'),
        RetiringPrincipal: arn('user', 'reader'),
        Operations: ['Encrypt', 'DescribeKey'],
        Constraints: { EncryptionContextSubset: { project: 'harbour' } },
      },
      { GrantId: 'g3', GranteePrincipal: `arn:aws:iam::${LAB}:user/visitor`, Operations: ['Decrypt'] },
    ],
  },
  'kms/get-key-policy/through-s3.json': keyPolicy(
    allow('kms:*', '*', { Principal: { AWS: root(ACCOUNT) }, ...when('StringEquals', 'kms:ViaService', `s3.${REGION}.amazonaws.com`) }),
  ),
  'sqs/list-queues.json': {
    QueueUrls: [`https://sqs.${REGION}.amazonaws.com/${ACCOUNT}/jobs`, `https://sqs.us-east-1.amazonaws.com/${ACCOUNT}/far`],
  },
  'sqs/get-queue-attributes/jobs.json': {
    Attributes: {
      QueueArn: QUEUE,
      Policy: text(
        allow('sqs:SendMessage', QUEUE, { Principal: { Service: 'sns.amazonaws.com' }, ...when('ArnEquals', 'aws:SourceArn', local('sns', 'news')) }),
        allow('sqs:SendMessage', QUEUE, { Principal: { AWS: root(LAB) } }),
        allow('sqs:ReceiveMessage', QUEUE, { Principal: { AWS: root(PARTNER) } }),
      ),
    },
  },
  'sns/list-topics.json': { Topics: [{ TopicArn: local('sns', 'news') }] },
  'sns/get-topic-attributes/news.json': {
    Attributes: { TopicArn: local('sns', 'news'), Policy: text(allow('sns:Publish', local('sns', 'news'), { Principal: '*' })) },
  },
  'secretsmanager/list-secrets.json': {
    SecretList: [
      { ARN: local('secretsmanager', 'secret:live-AbCdEf'), Name: 'live', Tags: [{ Key: 'stage', Value: 'prod' }] },
      { ARN: local('secretsmanager', 'secret:trial-AbCdEf'), Name: 'trial', Tags: [{ Key: 'stage', Value: 'test' }] },
    ],
  },
  'lambda/list-functions.json': {
    Functions: [{ FunctionName: 'ship', FunctionArn: local('lambda', 'function:ship'), Role: arn('role', 'key-user') }],
  },
  'lambda/get-policy/ship.json': {
    Policy: text(allow('lambda:InvokeFunction', local('lambda', 'function:ship'), { Principal: { Service: 's3.amazonaws.com' } })),
  },
};

const LABORATORY = {
  'iam.json': dump({
    users: [
      having('researcher', allow('s3:GetObject'), allow('sqs:*'), allow('sts:AssumeRole')),
      user('visitor'),
      having('narrow', allow('s3:GetObject', objects('plaza'))),
    ],
  }),
  's3/list-buckets.json': { Buckets: ['plaza', 'shut', 'leaflets', 'sealed'].map((Name) => ({ Name })) },
  's3/get-bucket-policy/plaza.json': { Policy: text(allow('s3:GetObject', objects('plaza'), { Principal: '*' })) },
  's3/get-bucket-policy/shut.json': { Policy: text(allow('s3:GetObject', objects('shut'), { Principal: '*' })) },
  's3/get-public-access-block/shut.json': {
    PublicAccessBlockConfiguration: { BlockPublicAcls: true, IgnorePublicAcls: true, BlockPublicPolicy: true, RestrictPublicBuckets: true },
  },
  ...Object.fromEntries(
    ['leaflets', 'sealed'].map((name) => [
      `s3/get-bucket-acl/${name}.json`,
      {
        Owner: { ID: 'a'.repeat(64) },
        Grants: [{ Grantee: { Type: 'Group', URI: 'http://acs.amazonaws.com/groups/global/AllUsers' }, Permission: 'READ' }],
      },
    ]),
  ),
  's3/get-bucket-ownership-controls/sealed.json': { OwnershipControls: { Rules: [{ ObjectOwnership: 'BucketOwnerEnforced' }] } },
  'sqs/list-queues.json': { QueueUrls: [`https://sqs.${REGION}.amazonaws.com/${ACCOUNT}/samples`] },
  'sqs/get-queue-attributes/samples.json': {
    Attributes: {
      QueueArn: local('sqs', 'samples'),
      Policy: text(allow('sqs:ReceiveMessage', local('sqs', 'samples'), { Principal: { AWS: root(PARTNER) } })),
    },
  },
};

const node = (kind: string, id: string): string => `arn:aws:organizations::${MANAGEMENT}:${kind}/${ORGANIZATION}/${id}`;

/** A control policy with its targets. */
function control(Id: string, kind: 'SERVICE' | 'RESOURCE', targets: string[], ...statements: object[]): Record<string, unknown> {
  const PolicySummary = {
    Id,
    Arn: node('policy', `${kind.toLowerCase()}_control_policy/${Id}`),
    Name: Id,
    Type: `${kind}_CONTROL_POLICY`,
    AwsManaged: false,
  };
  return {
    [`organizations/describe-policy/${Id}.json`]: { Policy: { PolicySummary, Content: text(...statements) } },
    [`organizations/list-targets-for-policy/${Id}.json`]: { Targets: targets.map((TargetId) => ({ TargetId })) },
  };
}

const unit = (Id: string): object => ({ Id, Arn: node('ou', Id), Name: Id });
const member = (Id: string, Name: string): object => ({ Id, Arn: node('account', Id), Name });
const outsiders = {
  Condition: { StringNotEqualsIfExists: { 'aws:PrincipalOrgID': ORGANIZATION }, BoolIfExists: { 'aws:PrincipalIsAWSService': 'false' } },
};

const MANAGING = {
  'iam.json': dump({ users: [having('chief', allow('*')), having('treasurer', allow('s3:GetObject'))] }),
  's3/list-buckets.json': { Buckets: [{ Name: 'books' }] },
  'sqs/list-queues.json': { QueueUrls: [`https://sqs.${REGION}.amazonaws.com/${ACCOUNT}/mail`] },
  'organizations/list-roots.json': { Roots: [{ Id: 'r-root', Arn: node('root', 'r-root'), Name: 'Root' }] },
  'organizations/list-organizational-units-for-parent/r-root.json': { OrganizationalUnits: ['ou-work', 'ou-lab'].map(unit) },
  'organizations/list-accounts-for-parent/r-root.json': { Accounts: [member(MANAGEMENT, 'management')] },
  'organizations/list-accounts-for-parent/ou-work.json': { Accounts: [member(PROD, 'prod')] },
  'organizations/list-accounts-for-parent/ou-lab.json': { Accounts: [member(LAB, 'lab')] },
  ...control('p-full', 'SERVICE', ['r-root', 'ou-work', MANAGEMENT, PROD, LAB], allow('*')),
  ...control('p-lab', 'SERVICE', ['ou-lab'], allow(['s3:*', 'sts:*', 'sqs:ReceiveMessage', 'kms:Decrypt'])),
  ...control('p-keep', 'SERVICE', ['r-root'], deny('sqs:DeleteQueue', '*')),
  ...control('p-buckets', 'SERVICE', ['ou-work'], deny('s3:DeleteBucket', '*')),
  ...control('p-roles', 'RESOURCE', ['ou-work'], deny('sts:AssumeRole', '*', { Principal: '*', ...outsiders })),
  ...control(
    'p-tokens',
    'RESOURCE',
    ['ou-work'],
    deny('sts:AssumeRoleWithWebIdentity', arn('role', 'app-users', PROD), {
      Principal: '*',
      ...when('StringNotEqualsIfExists', 'token.actions.githubusercontent.com:aud', 'sts.amazonaws.com'),
    }),
  ),
  ...control('p-inside', 'RESOURCE', ['ou-work'], deny(['s3:*', 'sqs:*', 'sns:*'], '*', { Principal: '*', ...outsiders })),
};

/** The three accounts by name, with their bundles. */
export const AWS_ACCOUNTS: Readonly<Record<string, { account: string; files: Record<string, unknown> }>> = {
  management: { account: MANAGEMENT, files: inAccount(MANAGEMENT, MANAGING) },
  prod: { account: PROD, files: inAccount(PROD, PRODUCTION) },
  lab: { account: LAB, files: inAccount(LAB, LABORATORY) },
};
