import { ACCOUNT, arn, dump, role, trust, user } from '../aws-account';
import type { LabelledRecord } from './labelled';

const OTHER_ACCOUNT = '444455556666';
const SAML = arn('saml-provider', 'Okta');
const INSTANCE = `arn:aws:ec2:eu-west-1:${ACCOUNT}:instance/i-0a1b2c3d4e5f60718`;
const FUNCTION = `arn:aws:lambda:eu-west-1:${ACCOUNT}:function:resize`;

/** The account whose trail follows, with a role for each kind of trust. */
export const AWS_BUNDLE: Record<string, unknown> = {
  'details.json': dump({
    users: [user('ann'), user('ben')],
    roles: [
      role('deploy', trust({ AWS: '*' })),
      role('audit', trust({ AWS: '*' })),
      role('sso', trust({ Federated: SAML })),
      role('mixed', trust({ Federated: SAML, AWS: arn('user', 'ben') })),
      role('ci', trust({ Federated: arn('oidc-provider', 'token.actions.githubusercontent.com') })),
      {
        ...role('web', trust({ Service: 'ec2.amazonaws.com' })),
        InstanceProfileList: [
          { InstanceProfileName: 'web', Path: '/', Arn: arn('instance-profile', 'web'), Roles: [{ RoleName: 'web', Arn: arn('role', 'web') }] },
        ],
      },
      role('resizer', trust({ Service: 'lambda.amazonaws.com' })),
    ],
  }),
  'ec2/describe-instances.json': {
    Reservations: [
      {
        OwnerId: ACCOUNT,
        Instances: [
          {
            InstanceId: 'i-0a1b2c3d4e5f60718',
            Placement: { AvailabilityZone: 'eu-west-1a' },
            IamInstanceProfile: { Arn: arn('instance-profile', 'web') },
          },
        ],
      },
    ],
  },
  'lambda/list-functions.json': { Functions: [{ FunctionName: 'resize', FunctionArn: FUNCTION, Role: arn('role', 'resizer') }] },
};

const ann = { type: 'IAMUser', principalId: 'AIDAANN', arn: arn('user', 'ann'), accountId: ACCOUNT, accessKeyId: 'AKIAANN', userName: 'ann' };

/** Returns the identity of a role session, as CloudTrail writes it. */
const session = (name: string, sessionName: string, accessKeyId: string, context: object = {}, more: object = {}): object => ({
  type: 'AssumedRole',
  principalId: `AROA${name.toUpperCase()}:${sessionName}`,
  arn: `arn:aws:sts::${ACCOUNT}:assumed-role/${name}/${sessionName}`,
  accountId: ACCOUNT,
  accessKeyId,
  sessionContext: {
    sessionIssuer: { type: 'Role', principalId: `AROA${name.toUpperCase()}`, arn: arn('role', name), accountId: ACCOUNT, userName: name },
    attributes: { creationDate: '2026-01-02T03:00:00Z', mfaAuthenticated: 'false' },
    ...context,
  },
  ...more,
});

const call = (eventSource: string, eventName: string, userIdentity: object, extra: object = {}): object => ({
  eventVersion: '1.09',
  eventTime: '2026-01-02T03:04:05Z',
  eventType: 'AwsApiCall',
  eventSource: `${eventSource}.amazonaws.com`,
  eventName,
  awsRegion: 'eu-west-1',
  sourceIPAddress: '198.51.100.7',
  recipientAccountId: ACCOUNT,
  userIdentity,
  ...extra,
});

/** Returns a call that starts a session of a role, with the access key that STS issues. */
const starts = (eventName: string, name: string, sessionName: string, key: string, caller: object, sourceIdentity?: string): object =>
  call('sts', eventName, caller, {
    requestParameters: { roleArn: arn('role', name), roleSessionName: sessionName, ...(sourceIdentity === undefined ? {} : { sourceIdentity }) },
    responseElements: {
      credentials: { accessKeyId: key, expiration: 'Jan 2, 2026 4:04:05 AM' },
      assumedRoleUser: { arn: `arn:aws:sts::${ACCOUNT}:assumed-role/${name}/${sessionName}` },
      ...(sourceIdentity === undefined ? {} : { sourceIdentity }),
    },
  });

const saml = { type: 'SAMLUser', principalId: 'x:Ada@Example.com', userName: 'Ada@Example.com', identityProvider: 'x' };
const github = {
  type: 'WebIdentityUser',
  principalId: 'x:y:z',
  userName: 'repo:Acme/app:ref:refs/heads/main',
  identityProvider: arn('oidc-provider', 'token.actions.githubusercontent.com'),
};
const outside = (principalId: string): object => ({ type: 'AWSAccount', principalId, accountId: OTHER_ACCOUNT });
const service = (invokedBy: string): object => ({ type: 'AWSService', invokedBy });

export const AWS_LOG: readonly LabelledRecord[] = [
  { says: 'a user who acts itself', actor: arn('user', 'ann'), record: call('s3', 'ListBuckets', ann) },
  {
    says: 'a user with a session token, which is still the user',
    actor: arn('user', 'ann'),
    record: call('iam', 'ListUsers', { ...ann, accessKeyId: 'ASIAANN' }),
  },
  { says: 'the start of a session, which the user calls', actor: arn('user', 'ann'), record: starts('AssumeRole', 'deploy', 'work', 'ASIA1', ann) },
  {
    says: 'a session whose access key a user got',
    actor: arn('role', 'deploy'),
    startedBy: [arn('user', 'ann')],
    person: arn('user', 'ann'),
    record: call('s3', 'GetObject', session('deploy', 'work', 'ASIA1')),
  },
  {
    says: 'the start of a second session in a session',
    actor: arn('role', 'deploy'),
    startedBy: [arn('user', 'ann')],
    person: arn('user', 'ann'),
    record: starts('AssumeRole', 'audit', 'chain', 'ASIA2', session('deploy', 'work', 'ASIA1')),
  },
  {
    says: 'a chain of two roles, whose use both starters share',
    actor: arn('role', 'audit'),
    startedBy: [arn('user', 'ann'), arn('role', 'deploy')],
    person: arn('user', 'ann'),
    record: call('kms', 'Decrypt', session('audit', 'chain', 'ASIA2')),
  },
  {
    says: 'a session whose start is missing, with a name that its user chose',
    actor: arn('role', 'deploy'),
    startedBy: [''],
    record: call('s3', 'PutObject', session('deploy', 'ann', 'ASIA3')),
  },
  {
    says: 'a session with a source identity, which its user cannot choose',
    actor: arn('role', 'deploy'),
    startedBy: ['eve@example.com'],
    person: 'eve@example.com',
    record: call('s3', 'DeleteObject', session('deploy', 'x', 'ASIA4', { sourceIdentity: 'Eve@example.com' })),
  },
  {
    says: 'a source identity that is no address, which may be anybody',
    actor: arn('role', 'deploy'),
    startedBy: ['eve', ''],
    person: 'eve',
    record: call('s3', 'ListObjectsV2', session('deploy', 'x', 'ASIA5', { sourceIdentity: 'eve' })),
  },
  { says: 'a sign-in by SAML', actor: 'ada@example.com', record: starts('AssumeRoleWithSAML', 'sso', 'ada@example.com', 'ASIA6', saml) },
  {
    says: 'the session of a sign-in by SAML',
    actor: arn('role', 'sso'),
    startedBy: ['ada@example.com'],
    person: 'ada@example.com',
    record: call('ec2', 'RunInstances', session('sso', 'ada@example.com', 'ASIA6')),
  },
  {
    says: 'a session that only SAML can start, so the provider chose its name',
    actor: arn('role', 'sso'),
    startedBy: ['bob@example.com'],
    person: 'bob@example.com',
    record: call('ec2', 'StopInstances', session('sso', 'Bob@example.com', 'ASIA7')),
  },
  {
    says: 'a session that others than SAML can start, with any name',
    actor: arn('role', 'mixed'),
    startedBy: [''],
    record: call('ec2', 'StartInstances', session('mixed', 'bob@example.com', 'ASIA8')),
  },
  {
    says: 'a sign-in of a workload by web identity',
    actor: 'repo:acme/app:ref:refs/heads/main',
    record: starts('AssumeRoleWithWebIdentity', 'ci', 'run', 'ASIA9', github),
  },
  {
    says: 'the session of a workload, which is no person',
    actor: arn('role', 'ci'),
    startedBy: ['repo:Acme/app:ref:refs/heads/main', 'repo:acme/app:ref:refs/heads/main'],
    record: call('ecr', 'PutImage', session('ci', 'run', 'ASIA9')),
  },
  {
    says: 'an instance, by the name of its session',
    actor: arn('role', 'web'),
    startedBy: [INSTANCE],
    record: call('sqs', 'SendMessage', session('web', 'i-0a1b2c3d4e5f60718', 'ASIA10', { ec2RoleDelivery: '2.0' })),
  },
  {
    says: 'a function, by the resource that got the credentials',
    actor: arn('role', 'resizer'),
    startedBy: [FUNCTION],
    record: call(
      'dynamodb',
      'PutItem',
      session('resizer', 'resize', 'ASIA11', {}, { inScopeOf: { issuerType: 'AWS::Lambda::Function', credentialsIssuedTo: FUNCTION } }),
    ),
  },
  {
    says: 'a function, by the name of a session that only Lambda can start',
    actor: arn('role', 'resizer'),
    startedBy: [FUNCTION],
    record: call('dynamodb', 'GetItem', session('resizer', 'resize', 'ASIA12')),
  },
  {
    says: 'a user of another account, by its unique id',
    actor: `arn:aws:iam::${OTHER_ACCOUNT}:root`,
    record: starts('AssumeRole', 'audit', 'visit', 'ASIA13', outside('AIDAEVE')),
  },
  {
    says: 'the session of a user of another account',
    actor: arn('role', 'audit'),
    startedBy: ['AIDAEVE', `arn:aws:iam::${OTHER_ACCOUNT}:root`],
    record: call('kms', 'Encrypt', session('audit', 'visit', 'ASIA13')),
  },
  {
    says: 'a role of another account',
    actor: `arn:aws:iam::${OTHER_ACCOUNT}:root`,
    record: starts('AssumeRole', 'audit', 'visit', 'ASIA14', outside('AROAEVE:someone')),
  },
  {
    says: 'the session of a role of another account, behind which may be anybody',
    actor: arn('role', 'audit'),
    startedBy: ['', `arn:aws:iam::${OTHER_ACCOUNT}:root`],
    record: call('kms', 'ReEncryptTo', session('audit', 'visit', 'ASIA14')),
  },
  {
    says: 'a service that starts a session',
    actor: 'rds.amazonaws.com',
    record: starts('AssumeRole', 'audit', 'SLRManagement', 'ASIA15', service('rds.amazonaws.com')),
  },
  {
    says: 'the session of a service',
    actor: arn('role', 'audit'),
    startedBy: ['rds.amazonaws.com'],
    record: call('ec2', 'DescribeSubnets', session('audit', 'SLRManagement', 'ASIA15')),
  },
  {
    says: 'a refused call, which is no use',
    actor: arn('role', 'deploy'),
    person: arn('user', 'ann'),
    record: call('s3', 'DeleteBucket', session('deploy', 'work', 'ASIA1'), { errorCode: 'AccessDenied' }),
  },
  { says: 'a refused start, which issues no key', actor: arn('user', 'ann'), record: call('sts', 'AssumeRole', ann, { errorCode: 'AccessDenied' }) },
];
