import type { ChangeEdit } from '@cam/contracts/server';
import { ACCOUNT, allow, arn, dump, policyDocument, role, trust, user } from '../../../../../test/support/aws-account';
import { AwsAccountBundle } from '../read/read';

type Files = Record<string, unknown>;

const at = (service: string, name: string): string => `arn:aws:${service}:eu-west-1:${ACCOUNT}:${name}`;
const READ = policyDocument({ ...allow('s3:GetObject'), Principal: { AWS: arn('user', 'dora') } }) as Record<string, unknown>;
const policy = JSON.stringify(READ);
const [QUEUE, TOPIC, KEY, OTHER_KEY] = [at('sqs', 'jobs'), at('sns', 'news'), at('kms', 'key/1'), at('kms', 'key/2')] as const;
const [SECRET, REPOSITORY, TABLE, SEND] = [
  at('secretsmanager', 'secret:db-AbCdEf'),
  at('ecr', 'repository/web'),
  at('dynamodb', 'table/orders'),
  at('lambda', 'function:send'),
] as const;
const PROFILE = arn('instance-profile', 'web');
const statement = (sid: string, resource: string): object => ({
  ...allow('lambda:InvokeFunction', resource),
  Sid: sid,
  Principal: { AWS: arn('user', 'dora') },
});
const ORGANIZATION = `arn:aws:organizations::${ACCOUNT}`;
const LIMITS = `${ORGANIZATION}:policy/o-acme/service_control_policy/p-1`;
const node = (kind: string, Id: string) => ({ Id, Arn: `${ORGANIZATION}:${kind}/o-acme/${Id}`, Name: Id });
const described = (Id: string, Content: string) => ({
  Policy: { PolicySummary: { Id, Arn: LIMITS.replace('p-1', Id), Name: Id, Type: 'SERVICE_CONTROL_POLICY', AwsManaged: false }, Content },
});
const [USERS, GROUPS] = [['u-1', 'u-2'], ['g-1']];
const SET = 'arn:aws:sso:::permissionSet/ssoins-1/ps-0123456789abcdef';
const assigned = (PrincipalType: string, PrincipalId: string) => ({ AccountId: ACCOUNT, PermissionSetArn: SET, PrincipalType, PrincipalId });
const center = (kind: string, id: string): string => `arn:aws:identitystore:::${kind}/${id}`;

const iam = (inline: string[] = ['own'], managed: string[] = [], profile = 'app') =>
  dump({
    users: [user('dora', { inline: Object.fromEntries(inline.map((name) => [name, policyDocument(allow('s3:GetObject'))])), managed })],
    roles: ['app', 'web'].map((name) => ({
      ...role(name, trust({ Service: 'ec2.amazonaws.com' })),
      InstanceProfileList: name === profile ? [{ InstanceProfileName: 'web', Arn: PROFILE, Path: '/' }] : [],
    })),
    policies: [{ PolicyName: 'Read', Arn: arn('policy', 'Read'), PolicyVersionList: [{ IsDefaultVersion: true, Document: READ }] }],
  });

const FILES: Files = {
  'iam/details.json': iam(),
  'ec2/describe-instances.json': {
    Reservations: [
      { OwnerId: ACCOUNT, Instances: [{ InstanceId: 'i-1', IamInstanceProfile: { Arn: PROFILE }, Placement: { AvailabilityZone: 'eu-west-1a' } }] },
    ],
  },
  's3/list-buckets.json': { Buckets: [{ Name: 'payroll' }] },
  'sqs/list-queues.json': { QueueUrls: [`https://sqs.eu-west-1.amazonaws.com/${ACCOUNT}/jobs`] },
  'sqs/get-queue-attributes/jobs.json': { Attributes: { QueueArn: QUEUE, Policy: policy } },
  'sns/get-topic-attributes/news.json': { Attributes: { TopicArn: TOPIC } },
  'kms/list-keys.json': {
    Keys: [
      { KeyId: '1', KeyArn: KEY },
      { KeyId: '2', KeyArn: OTHER_KEY },
    ],
  },
  'eu-west-1/kms/get-key-policy/1.json': { Policy: policy, PolicyName: 'default' },
  'eu-west-1/kms/list-grants/1.json': { Grants: [{ GrantId: 'g1', GranteePrincipal: arn('role', 'app'), Operations: ['Decrypt'] }] },
  'secretsmanager/list-secrets.json': { SecretList: [{ ARN: SECRET, Name: 'db' }] },
  'secretsmanager/get-resource-policy/db.json': { ARN: SECRET, ResourcePolicy: policy },
  'ecr/describe-repositories.json': { repositories: [{ repositoryArn: REPOSITORY, repositoryName: 'web' }] },
  'ecr/get-repository-policy/web.json': { repositoryName: 'web', policyText: policy },
  'eu-west-1/dynamodb/list-tables.json': { TableNames: ['orders'] },
  'eu-west-1/dynamodb/get-resource-policy/orders.json': { Policy: policy },
  'lambda/list-functions.json': { Functions: [{ FunctionArn: SEND, FunctionName: 'send', Role: arn('role', 'app') }] },
  'lambda/get-policy/send.json': { Policy: JSON.stringify(policyDocument(statement('a', SEND))) },
  'organizations/list-roots.json': { Roots: [node('root', 'r-1')] },
  'organizations/list-organizational-units-for-parent/r-1.json': { OrganizationalUnits: [node('ou', 'ou-1')] },
  'organizations/describe-policy/p-1.json': described('p-1', policy),
  'organizations/list-targets-for-policy/p-1.json': { Targets: [{ TargetId: 'ou-1' }] },
  'sso-admin/list-instances.json': { Instances: [{ InstanceArn: 'arn:aws:sso:::instance/ssoins-1', IdentityStoreId: 'd-1' }] },
  'sso-admin/describe-permission-set/ps-0123456789abcdef.json': { PermissionSet: { Name: 'Admins', PermissionSetArn: SET } },
  'sso-admin/list-account-assignments/ps-0123456789abcdef.json': { AccountAssignments: [assigned('USER', 'u-1'), assigned('GROUP', 'g-1')] },
  'identitystore/list-users.json': { Users: USERS.map((UserId) => ({ IdentityStoreId: 'd-1', UserId, UserName: UserId })) },
  'identitystore/list-groups.json': { Groups: GROUPS.map((GroupId) => ({ IdentityStoreId: 'd-1', GroupId, DisplayName: GroupId })) },
  'identitystore/list-group-memberships/g-1.json': { GroupMemberships: [{ GroupId: 'g-1', MemberId: { UserId: 'u-1' } }] },
};

function factsOf(files: Files, edits: readonly ChangeEdit[] = []) {
  const reader = new AwsAccountBundle();
  for (const [name, value] of Object.entries(files))
    if (value !== null) reader.add({ name, content: Buffer.from(JSON.stringify(value)), problem: null });
  const { entities, relations, policies } = reader.result().normalise('acme', ACCOUNT, new Date(0), edits);
  const byText = (list: readonly unknown[]): string[] => list.map((one) => JSON.stringify(one)).sort();
  return { entities: byText(entities), relations: byText(relations), policies: byText(policies) };
}

const NEW = JSON.stringify(policyDocument({ ...allow('*'), Principal: '*' }));
const set = (resource: string, document: Record<string, unknown> | null = JSON.parse(NEW) as Record<string, unknown>): ChangeEdit => ({
  kind: 'SET_RESOURCE_POLICY',
  resource,
  document,
});
const root = { AWS: `arn:aws:iam::${ACCOUNT}:root` };
const DEFAULT_KEY_POLICY = {
  ...{ Version: '2012-10-17', Id: 'key-default-1' },
  Statement: [{ Sid: 'Enable IAM User Permissions', Effect: 'Allow', Principal: root, Action: 'kms:*', Resource: '*' }],
};

/** Edits, and the files that AWS would export after the change; null: none. */
const EDITS: Record<string, [ChangeEdit, Files]> = {
  'sets the policy of a queue': [set(QUEUE), { 'sqs/get-queue-attributes/jobs.json': { Attributes: { QueueArn: QUEUE, Policy: NEW } } }],
  'deletes the policy of a queue': [set(QUEUE, null), { 'sqs/get-queue-attributes/jobs.json': { Attributes: { QueueArn: QUEUE } } }],
  'creates a queue': [
    { kind: 'CREATE_RESOURCE', resource: at('sqs', 'more') },
    { 'sqs/get-queue-attributes/more.json': { Attributes: { QueueArn: at('sqs', 'more') } } },
  ],
  'deletes a queue': [
    { kind: 'DELETE_RESOURCE', resource: QUEUE },
    { 'sqs/get-queue-attributes/jobs.json': null, 'sqs/list-queues.json': { QueueUrls: [] } },
  ],
  'sets the policy of a topic': [set(TOPIC), { 'sns/get-topic-attributes/news.json': { Attributes: { TopicArn: TOPIC, Policy: NEW } } }],
  'sets the policy of a key': [set(KEY), { 'eu-west-1/kms/get-key-policy/1.json': { Policy: NEW, PolicyName: 'default' } }],
  'brings back the default policy of a key': [
    set(KEY, null),
    { 'eu-west-1/kms/get-key-policy/1.json': { Policy: JSON.stringify(DEFAULT_KEY_POLICY), PolicyName: 'default' } },
  ],
  'creates a key, which has a policy': [
    { kind: 'CREATE_RESOURCE', resource: at('kms', 'key/3') },
    {
      'kms/list-keys-2.json': { Keys: [{ KeyId: '3', KeyArn: at('kms', 'key/3') }] },
      'eu-west-1/kms/get-key-policy/3.json': { Policy: JSON.stringify(DEFAULT_KEY_POLICY), PolicyName: 'default' },
    },
  ],
  'sets a grant of a key': [
    { kind: 'SET_KEY_GRANT', key: KEY, grant: 'g2', document: { GranteePrincipal: arn('user', 'dora'), Operations: ['Encrypt'] } },
    {
      'eu-west-1/kms/list-grants/1.json': {
        Grants: [
          { GrantId: 'g1', GranteePrincipal: arn('role', 'app'), Operations: ['Decrypt'] },
          { GrantId: 'g2', GranteePrincipal: arn('user', 'dora'), Operations: ['Encrypt'] },
        ],
      },
    },
  ],
  'retires a grant': [{ kind: 'SET_KEY_GRANT', key: KEY, grant: 'g1', document: null }, { 'eu-west-1/kms/list-grants/1.json': { Grants: [] } }],
  'sets the policy of a secret': [set(SECRET), { 'secretsmanager/get-resource-policy/db.json': { ARN: SECRET, ResourcePolicy: NEW } }],
  'creates a secret': [
    { kind: 'CREATE_RESOURCE', resource: at('secretsmanager', 'secret:api-key-AbCdEf') },
    { 'secretsmanager/list-secrets-2.json': { SecretList: [{ ARN: at('secretsmanager', 'secret:api-key-AbCdEf'), Name: 'api-key' }] } },
  ],
  'sets the policy of a repository': [set(REPOSITORY), { 'ecr/get-repository-policy/web.json': { repositoryName: 'web', policyText: NEW } }],
  'sets the policy of a table': [set(TABLE), { 'eu-west-1/dynamodb/get-resource-policy/orders.json': { Policy: NEW } }],
  'creates a table': [
    { kind: 'CREATE_RESOURCE', resource: at('dynamodb', 'table/more') },
    { 'dynamodb/describe-table/more.json': { Table: { TableArn: at('dynamodb', 'table/more'), TableName: 'more' } } },
  ],
  'adds a statement to the policy of a function': [
    { kind: 'SET_STATEMENT', resource: SEND, sid: 'b', statement: { ...statement('b', SEND) } },
    { 'lambda/get-policy/send.json': { Policy: JSON.stringify(policyDocument(statement('a', SEND), statement('b', SEND))) } },
  ],
  'removes the last statement': [
    { kind: 'SET_STATEMENT', resource: SEND, sid: 'a', statement: null },
    { 'lambda/get-policy/send.json': { Policy: '' } },
  ],
  'sets the role of a function': [
    { kind: 'SET_RUNTIME_ROLE', resource: SEND, role: arn('role', 'web') },
    { 'lambda/list-functions.json': { Functions: [{ FunctionArn: SEND, FunctionName: 'send', Role: arn('role', 'web') }] } },
  ],
  'sets the role of an instance profile': [
    { kind: 'SET_RUNTIME_ROLE', resource: PROFILE, role: arn('role', 'web') },
    { 'iam/details.json': iam(['own'], [], 'web') },
  ],
  'sets the public access block of a bucket': [
    { kind: 'SET_PUBLIC_ACCESS_BLOCK', resource: 'arn:aws:s3:::payroll', block: { restrict_public_buckets: true, ignore_public_acls: false } },
    {
      's3/get-public-access-block/payroll.json': {
        PublicAccessBlockConfiguration: { RestrictPublicBuckets: true, IgnorePublicAcls: false, BlockPublicPolicy: true },
      },
    },
  ],
  'sets the public access block of the account': [
    { kind: 'SET_PUBLIC_ACCESS_BLOCK', resource: ACCOUNT, block: { restrict_public_buckets: true, ignore_public_acls: true } },
    { 's3control/get-public-access-block.json': { PublicAccessBlockConfiguration: { RestrictPublicBuckets: true, IgnorePublicAcls: true } } },
  ],
  'retains some inline policies': [{ kind: 'RETAIN_POLICIES', holder: arn('user', 'dora'), inline: [] }, { 'iam/details.json': iam([]) }],
  'attaches what it retains': [
    { kind: 'RETAIN_POLICIES', holder: arn('user', 'dora'), attached: [arn('policy', 'Read')] },
    { 'iam/details.json': iam(['own'], ['Read']) },
  ],
  'sets a control policy': [
    { kind: 'SET_MANAGED_POLICY', policy: LIMITS, document: JSON.parse(NEW) as Record<string, unknown> },
    { 'organizations/describe-policy/p-1.json': described('p-1', NEW) },
  ],
  'creates a control policy': [
    { kind: 'SET_MANAGED_POLICY', policy: LIMITS.replace('p-1', 'p-2'), document: JSON.parse(NEW) as Record<string, unknown> },
    { 'organizations/describe-policy/p-2.json': described('p-2', NEW) },
  ],
  'attaches a control policy, whatever the plan takes its organization for': [
    { kind: 'ATTACH_POLICY', holder: 'r-1', policy: LIMITS.replace('o-acme', 'o-planned') },
    { 'organizations/list-targets-for-policy/p-1.json': { Targets: [{ TargetId: 'ou-1' }, { TargetId: 'r-1' }] } },
  ],
  'detaches a control policy': [
    { kind: 'DETACH_POLICY', holder: 'ou-1', policy: LIMITS },
    { 'organizations/list-targets-for-policy/p-1.json': { Targets: [] } },
  ],
  'assigns a permission set': [
    { kind: 'ADD_ASSIGNMENT', principal: center('user', 'u-2'), role: SET, scope: ACCOUNT },
    {
      'sso-admin/list-account-assignments/ps-0123456789abcdef.json': {
        AccountAssignments: [assigned('USER', 'u-1'), assigned('GROUP', 'g-1'), assigned('USER', 'u-2')],
      },
    },
  ],
  'ends an assignment': [
    { kind: 'REMOVE_ASSIGNMENT', principal: center('user', 'u-1'), role: SET, scope: ACCOUNT },
    { 'sso-admin/list-account-assignments/ps-0123456789abcdef.json': { AccountAssignments: [assigned('GROUP', 'g-1')] } },
  ],
  'adds a member of IAM Identity Center': [
    { kind: 'ADD_MEMBER', group: center('group', 'g-1'), member: center('user', 'u-2') },
    {
      'identitystore/list-group-memberships/g-1.json': {
        GroupMemberships: ['u-1', 'u-2'].map((UserId) => ({ GroupId: 'g-1', MemberId: { UserId } })),
      },
    },
  ],
  'removes a member of IAM Identity Center': [
    { kind: 'REMOVE_MEMBER', group: center('group', 'g-1'), member: center('user', 'u-1') },
    { 'identitystore/list-group-memberships/g-1.json': { GroupMemberships: [] } },
  ],
};

describe('an edit of the resources of an AWS account', () => {
  it.each(Object.entries(EDITS))('%s', (_name, [edit, changed]) => {
    const after = factsOf(FILES, [edit]);
    expect(after).not.toEqual(factsOf(FILES));
    expect(after).toEqual(factsOf({ ...FILES, ...changed }));
  });

  it.each<[string, ChangeEdit, string]>([
    ['an unknown queue', set(at('sqs', 'x')), 'no queue with this name'],
    ['a kind without a policy', set(at('ec2', 'vpc/1')), 'kinds of resources only'],
    ['a missing policy', set(at('sns', 'news'), null), 'no policy to delete'],
    ['a key that exists', { kind: 'CREATE_RESOURCE', resource: KEY }, 'a key of this name already'],
    ['the deletion of a key', { kind: 'DELETE_RESOURCE', resource: KEY }, 'only days later'],
    ['an unknown statement', { kind: 'SET_STATEMENT', resource: SEND, sid: 'x', statement: null }, 'no statement with this Sid'],
    ['a statement without an action', { kind: 'SET_STATEMENT', resource: SEND, sid: 'x', statement: { Effect: 'Allow' } }, 'neither Action'],
    ['a function without a role', { kind: 'SET_RUNTIME_ROLE', resource: SEND, role: null }, 'always has a role'],
    ['an unknown function', { kind: 'SET_RUNTIME_ROLE', resource: at('lambda', 'function:x'), role: arn('role', 'app') }, 'no function'],
    ['an unknown role of a profile', { kind: 'SET_RUNTIME_ROLE', resource: PROFILE, role: arn('role', 'x') }, 'no role with this ARN'],
    ['an unknown grant', { kind: 'SET_KEY_GRANT', key: KEY, grant: 'x', document: null }, 'no grant with this id'],
    ['a key without a policy', { kind: 'SET_KEY_GRANT', key: OTHER_KEY, grant: 'x', document: { Operations: [] } }, 'no policy of this key'],
    [
      'the block of an unknown bucket',
      { kind: 'SET_PUBLIC_ACCESS_BLOCK', resource: 'arn:aws:s3:::x', block: { restrict_public_buckets: true, ignore_public_acls: true } },
      'no bucket',
    ],
    ['an attached control policy', { kind: 'ATTACH_POLICY', holder: 'ou-1', policy: LIMITS }, 'attached already'],
    ['an unknown unit', { kind: 'ATTACH_POLICY', holder: 'ou-2', policy: LIMITS }, 'no root, unit or account'],
    ['an unknown control policy', { kind: 'ATTACH_POLICY', holder: 'ou-1', policy: LIMITS.replace('p-1', 'p-9') }, 'no document of this policy'],
    ['the deletion of an attached one', { kind: 'SET_MANAGED_POLICY', policy: LIMITS, document: null }, 'Detach it first'],
    [
      'the first assignment in an account',
      { kind: 'ADD_ASSIGNMENT', principal: center('user', 'u-2'), role: SET, scope: '999988887777' },
      'the role that AWS would create',
    ],
    ['an unknown user', { kind: 'ADD_ASSIGNMENT', principal: center('user', 'u-9'), role: SET, scope: ACCOUNT }, 'no user or group with this id'],
    ['a binding', { kind: 'SET_BINDING', scope: KEY, role: 'r', members: [] }, 'not one of an AWS account'],
  ])('is refused for %s, with the reason', (_name, edit, words) => {
    expect(() => factsOf(FILES, [edit])).toThrow(words);
  });

  it('refuses to end the last assignment of a permission set in an account', () => {
    const end = (principal: string): ChangeEdit => ({ kind: 'REMOVE_ASSIGNMENT', principal, role: SET, scope: ACCOUNT });
    expect(() => factsOf(FILES, [end(center('user', 'u-1')), end(center('group', 'g-1'))])).toThrow('Edit 2 (Take');
  });
});
