/** The size of a synthetic tenant. Counts of users, roles and buckets are per account. */
export interface TenantSize {
  name: 'S' | 'M';
  accounts: number;
  users: number;
  roles: number;
  buckets: number;
}

/** S has 5,000 identities and 20,000 resources in total; M has 50,000 and 500,000. */
export const SIZES: Record<TenantSize['name'], TenantSize> = {
  S: { name: 'S', accounts: 20, users: 200, roles: 50, buckets: 1000 },
  M: { name: 'M', accounts: 200, users: 200, roles: 50, buckets: 2500 },
};

const TEAMS = 25;
const GROUPS = 10;

/** The bundle of one account, in the formats of AWS's command line. */
export interface SyntheticBundle {
  accountId: string;
  /** `aws iam get-account-authorization-details` */
  details: {
    UserDetailList: { Arn: string; GroupList: string[]; UserPolicyList: object[] }[];
    GroupDetailList: { GroupName: string; AttachedManagedPolicies: { PolicyArn: string }[] }[];
    RoleDetailList: { Arn: string; AssumeRolePolicyDocument: object; AttachedManagedPolicies: { PolicyArn: string }[] }[];
    Policies: { Arn: string; PolicyVersionList: { Document: object }[] }[];
  };
  /** `aws s3api list-buckets` */
  buckets: { Name: string }[];
}

/**
 * Returns the bundle of one account of a made-up company: teams with their own buckets, groups that read and write those of some teams, roles by
 * team, one deny statement for all users, and roles that the first account, the hub, may assume.
 * @param changed whether one policy differs
 */
export function syntheticBundle(size: TenantSize, index: number, { changed = false } = {}): SyntheticBundle {
  const accountId = idOf(index);
  const arn = (kind: string, name: string): string => `arn:aws:iam::${accountId}:${kind}/${name}`;
  const objects = (team: number): string => `arn:aws:s3:::${bucketName(index, team, '*')}/*`;
  const policy = (PolicyName: string, ...statements: object[]) => ({
    PolicyName,
    Arn: arn('policy', PolicyName),
    Path: '/',
    DefaultVersionId: 'v1',
    AttachmentCount: 1,
    PolicyVersionList: [{ VersionId: 'v1', IsDefaultVersion: true, Document: document(...statements) }],
  });
  const attached = (...names: string[]) => names.map((PolicyName) => ({ PolicyName, PolicyArn: arn('policy', PolicyName) }));
  const teams = Array.from({ length: TEAMS }, (_none, team) => team);
  const policies = [
    ...teams.flatMap((team) => [
      policy(`team-${team}-read`, allow(['s3:GetObject', 's3:ListBucket'], [objects(team), objects(team).slice(0, -2)])),
      policy(`team-${team}-write`, allow(changed && team === 0 ? ['s3:PutObject'] : ['s3:PutObject', 's3:DeleteObject'], [objects(team)])),
    ]),
    policy('everything', allow(['*'], ['*'])),
    policy('keep-logs', { Effect: 'Deny', Action: ['s3:DeleteObject'], Resource: [objects(0)] }),
    policy('operate', allow(['sts:AssumeRole'], [index === 0 ? 'arn:aws:iam::*:role/ops-*' : arn('role', 'team-*')])),
  ];
  const groups = Array.from({ length: GROUPS }, (_none, group) => ({
    GroupName: `group-${group}`,
    Arn: arn('group', `group-${group}`),
    Path: '/',
    GroupPolicyList: [],
    AttachedManagedPolicies: attached(
      ...[0, 1, 2].map((step) => `team-${(group * 3 + step) % TEAMS}-read`),
      `team-${group}-write`,
      'keep-logs',
      ...(group === 1 ? ['operate'] : group === 0 ? ['everything'] : []),
    ),
  }));
  const users = Array.from({ length: size.users }, (_none, user) => ({
    UserName: `user-${user}`,
    UserId: `AIDA${index}X${user}`,
    Arn: arn('user', `user-${user}`),
    Path: '/',
    GroupList: [`group-${user % 97 === 0 ? 0 : 1 + (user % (GROUPS - 1))}`, ...(user % 3 === 0 ? [`group-${1 + (user % 7)}`] : [])],
    AttachedManagedPolicies: [],
    UserPolicyList:
      user % 10 === 0
        ? [{ PolicyName: 'own', PolicyDocument: document(allow(['s3:*'], [`arn:aws:s3:::${bucketName(index, user % TEAMS, `${user}*`)}/*`])) }]
        : [],
  }));
  const roles = Array.from({ length: size.roles }, (_none, role) => ({
    RoleName: role < 10 ? `ops-${role}` : `team-${role}`,
    Arn: arn('role', role < 10 ? `ops-${role}` : `team-${role}`),
    Path: '/',
    AssumeRolePolicyDocument: document({
      Effect: 'Allow',
      Action: 'sts:AssumeRole',
      Principal: { AWS: `arn:aws:iam::${role < 10 ? idOf(0) : accountId}:root` },
    }),
    RolePolicyList: [],
    AttachedManagedPolicies: attached(`team-${role % TEAMS}-read`, `team-${(role * 7) % TEAMS}-write`),
  }));
  const buckets = Array.from({ length: size.buckets }, (_none, bucket) => ({ Name: bucketName(index, bucket % TEAMS, String(bucket)) }));
  return { accountId, details: { UserDetailList: users, GroupDetailList: groups, RoleDetailList: roles, Policies: policies }, buckets };
}

function idOf(index: number): string {
  return String(100_000_000_000 + index);
}

function bucketName(account: number, team: number, rest: string): string {
  return `a${account}-t${team}-${rest}`;
}

function document(...statements: object[]): object {
  return { Version: '2012-10-17', Statement: statements };
}

function allow(Action: string[], Resource: string[]): object {
  return { Effect: 'Allow', Action, Resource };
}
