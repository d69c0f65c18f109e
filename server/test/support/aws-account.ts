/** A small fictional AWS account, in the shape of `aws iam get-account-authorization-details`. */
export const ACCOUNT = '111122223333';

export const arn = (kind: string, name: string, account = ACCOUNT): string => `arn:aws:iam::${account}:${kind}/${name}`;

export const allow = (Action: string | string[], Resource: string | string[] = '*', extra: object = {}): object => ({
  Effect: 'Allow',
  Action,
  Resource,
  ...extra,
});

export const policyDocument = (...statements: object[]): object => ({ Version: '2012-10-17', Statement: statements });

export const trust = (Principal: object | string, extra: object = {}): object =>
  policyDocument({ Effect: 'Allow', Action: 'sts:AssumeRole', Principal, ...extra });

export interface UserInput {
  groups?: string[];
  managed?: string[];
  inline?: Record<string, object>;
  boundary?: string;
}

export const user = (UserName: string, { groups = [], managed = [], inline = {}, boundary }: UserInput = {}): object => ({
  Path: '/',
  UserName,
  UserId: `AIDA${UserName.toUpperCase()}`,
  Arn: arn('user', UserName),
  CreateDate: '2024-01-02T03:04:05+00:00',
  GroupList: groups,
  AttachedManagedPolicies: managed.map(attached),
  UserPolicyList: Object.entries(inline).map(([PolicyName, PolicyDocument]) => ({ PolicyName, PolicyDocument })),
  ...(boundary ? { PermissionsBoundary: { PermissionsBoundaryType: 'Policy', PermissionsBoundaryArn: arn('policy', boundary) } } : {}),
  Tags: [{ Key: 'team', Value: 'data' }],
});

export const group = (GroupName: string, managed: string[]): object => ({
  Path: '/',
  GroupName,
  GroupId: `AGPA${GroupName.toUpperCase()}`,
  Arn: arn('group', GroupName),
  CreateDate: '2024-01-02T03:04:05+00:00',
  GroupPolicyList: [],
  AttachedManagedPolicies: managed.map(attached),
});

export const role = (RoleName: string, trustDocument: object, managed: string[] = []): object => ({
  Path: '/',
  RoleName,
  RoleId: `AROA${RoleName.toUpperCase()}`,
  Arn: arn('role', RoleName),
  CreateDate: '2024-01-02T03:04:05+00:00',
  // AWS returns documents URL-encoded.
  AssumeRolePolicyDocument: encodeURIComponent(JSON.stringify(trustDocument)),
  InstanceProfileList: [],
  RolePolicyList: [],
  AttachedManagedPolicies: managed.map(attached),
  Tags: [],
  RoleLastUsed: { LastUsedDate: '2026-01-02T03:04:05+00:00', Region: 'eu-west-1' },
});

export const managedPolicy = (PolicyName: string, document: object): object => ({
  PolicyName,
  PolicyId: `ANPA${PolicyName.toUpperCase()}`,
  Arn: arn('policy', PolicyName),
  Path: '/',
  DefaultVersionId: 'v2',
  AttachmentCount: 1,
  PermissionsBoundaryUsageCount: 0,
  IsAttachable: true,
  CreateDate: '2024-01-02T03:04:05+00:00',
  UpdateDate: '2024-01-02T03:04:05+00:00',
  PolicyVersionList: [
    { VersionId: 'v1', IsDefaultVersion: false, CreateDate: '2024-01-02T03:04:05+00:00', Document: policyDocument(allow('*')) },
    { VersionId: 'v2', IsDefaultVersion: true, CreateDate: '2024-01-02T03:04:05+00:00', Document: document },
  ],
});

function attached(PolicyName: string): object {
  return { PolicyName, PolicyArn: arn('policy', PolicyName) };
}

export interface AccountInput {
  users?: unknown[];
  groups?: object[];
  roles?: object[];
  policies?: object[];
}

export const dump = ({ users = [], groups = [], roles = [], policies = [] }: AccountInput): object => ({
  UserDetailList: users,
  GroupDetailList: groups,
  RoleDetailList: roles,
  Policies: policies,
  IsTruncated: false,
});

/** Ada is an administrator, Bob reads one bucket, and Cleo's group may assume the deployer role. */
export const COMPANY: AccountInput = {
  users: [
    user('ada', { managed: ['Administration'] }),
    user('bob', {
      inline: { 'read-payroll': policyDocument(allow(['s3:GetObject', 's3:ListBucket'], ['arn:aws:s3:::payroll', 'arn:aws:s3:::payroll/*'])) },
    }),
    user('cleo', { groups: ['developers'] }),
    user('dora'),
  ],
  groups: [group('developers', ['BecomeDeployer'])],
  roles: [role('deployer', trust({ AWS: `arn:aws:iam::${ACCOUNT}:root` }), ['Deploy'])],
  policies: [
    managedPolicy('Administration', policyDocument(allow('*'))),
    managedPolicy('BecomeDeployer', policyDocument(allow('sts:AssumeRole', arn('role', 'deployer')))),
    managedPolicy('Deploy', policyDocument(allow('s3:PutObject', 'arn:aws:s3:::releases/web/*'))),
  ],
};
