import { listsFile, type DemoFile } from '../files';
import type { Plan } from '../plan';
import { AWS_MANAGED, awsManagedArn } from './aws-managed';
import { commonPolicies, deployPolicy, maintenancePolicies, workloadPolicies, type CustomerPolicy } from './customer-policies';
import type { AwsInventory } from './inventory';
import { awsRoles, policyArn, type AwsRole } from './roles';
import { encoded, type PolicyDocument } from './statements';
import { awsGroups, awsUsers, type AwsUser } from './users';

/** Returns the output of `aws iam get-account-authorization-details` for an account. */
export function authorizationFile(plan: Plan, inventory: AwsInventory): DemoFile {
  const { account } = inventory;
  const users = awsUsers(plan, account);
  const roles = awsRoles(plan, inventory);
  const groups = awsGroups(account);
  const attachments = new Map<string, number>();
  const boundaries = new Map<string, number>();
  const count = (counts: Map<string, number>, arn: string): unknown => counts.set(arn, (counts.get(arn) ?? 0) + 1);
  for (const { attached } of [...users, ...roles, ...groups]) for (const arn of attached) count(attachments, arn);
  for (const { boundary } of [...users, ...roles]) if (boundary) count(boundaries, boundary);
  const counts = (arn: string) => ({
    AttachmentCount: attachments.get(arn) ?? 0,
    PermissionsBoundaryUsageCount: boundaries.get(arn) ?? 0,
    IsAttachable: true,
  });

  const own = customerPolicies(inventory)
    .filter(({ madeDaysAgo }) => plan.calendar.includes(madeDaysAgo))
    .map((policy) => {
      const arn = policyArn(account, policy.name);
      return {
        PolicyName: policy.name,
        PolicyId: plan.seed.at('policy-id', arn).iamId('ANPA'),
        Arn: arn,
        Path: '/',
        ...versions(plan, policy),
        ...counts(arn),
      };
    });
  const ofAws = AWS_MANAGED.filter(({ name }) => attachments.has(awsManagedArn(name))).map(({ name, path, document }) => {
    const arn = awsManagedArn(name);
    const made = '2015-02-06T18:39:46Z';
    return {
      PolicyName: name,
      PolicyId: plan.seed.at('policy-id', arn).iamId('ANPA'),
      Arn: arn,
      Path: path,
      DefaultVersionId: 'v1',
      CreateDate: made,
      UpdateDate: made,
      PolicyVersionList: [{ Document: encoded(document), VersionId: 'v1', IsDefaultVersion: true, CreateDate: made }],
      ...counts(arn),
    };
  });
  return listsFile(
    'iam/get-account-authorization-details.json',
    {
      UserDetailList: users.map((user) => userDetail(plan, user)),
      GroupDetailList: groups.map(({ name, arn, attached, inline }) => ({
        Path: '/',
        GroupName: name,
        GroupId: plan.seed.at('group-id', arn).iamId('AGPA'),
        Arn: arn,
        CreateDate: plan.calendar.at(1350, 30_000),
        GroupPolicyList: inline.map(inlinePolicy),
        AttachedManagedPolicies: attached.map(reference),
      })),
      RoleDetailList: roles.map((role) => roleDetail(plan, role)),
      Policies: [...own, ...ofAws],
    },
    { IsTruncated: false },
  );
}

function customerPolicies(inventory: AwsInventory): CustomerPolicy[] {
  const { purpose, workloads } = inventory.account;
  return [
    ...commonPolicies(inventory),
    ...workloads.flatMap((workload) => workloadPolicies(inventory, workload)),
    deployPolicy(inventory, purpose === 'development' || purpose === 'sandbox' || purpose === 'staging'),
    ...maintenancePolicies(inventory),
  ];
}

/** Returns the policy versions at the snapshot. A policy that changed later has its earlier document. */
function versions({ calendar }: Plan, { document, earlier, madeDaysAgo, changedDaysAgo }: CustomerPolicy) {
  const made = calendar.at(madeDaysAgo, 41_000);
  const version = (id: string, text: PolicyDocument, isDefault: boolean, at: string) => ({
    Document: encoded(text),
    VersionId: id,
    IsDefaultVersion: isDefault,
    CreateDate: at,
  });
  if (!earlier) return { DefaultVersionId: 'v1', CreateDate: made, UpdateDate: made, PolicyVersionList: [version('v1', document, true, made)] };
  if (!calendar.includes(changedDaysAgo))
    return { DefaultVersionId: 'v1', CreateDate: made, UpdateDate: made, PolicyVersionList: [version('v1', earlier, true, made)] };
  const changed = calendar.at(changedDaysAgo, 52_000);
  return {
    DefaultVersionId: 'v2',
    CreateDate: made,
    UpdateDate: changed,
    PolicyVersionList: [version('v2', document, true, changed), version('v1', earlier, false, made)],
  };
}

function userDetail({ seed, calendar }: Plan, user: AwsUser) {
  return {
    Path: user.path,
    UserName: user.name,
    UserId: seed.at('user-id', user.arn).iamId('AIDA'),
    Arn: user.arn,
    CreateDate: calendar.at(user.madeDaysAgo, 33_000),
    ...(user.inline.length > 0 ? { UserPolicyList: user.inline.map(inlinePolicy) } : {}),
    GroupList: user.groups,
    AttachedManagedPolicies: user.attached.map(reference),
    ...boundaryOf(user),
    Tags: tagList(user.tags),
  };
}

function roleDetail({ seed, calendar }: Plan, role: AwsRole) {
  const made = calendar.at(role.madeDaysAgo, 37_000);
  const id = seed.at('role-id', role.arn).iamId('AROA');
  const account = role.arn.split(':')[4] as string;
  const plain = { Path: role.path, RoleName: role.name, RoleId: id, Arn: role.arn, CreateDate: made, AssumeRolePolicyDocument: encoded(role.trust) };
  return {
    ...plain,
    InstanceProfileList: role.instanceProfile
      ? [
          {
            Path: role.path,
            InstanceProfileName: role.name,
            InstanceProfileId: seed.at('profile-id', role.arn).iamId('AIPA'),
            Arn: instanceProfileArn(account, role),
            CreateDate: made,
            Roles: [plain],
          },
        ]
      : [],
    RolePolicyList: role.inline.map(inlinePolicy),
    AttachedManagedPolicies: role.attached.map(reference),
    ...boundaryOf(role),
    Tags: tagList(role.tags ?? {}),
    RoleLastUsed:
      role.lastUsedDaysAgo === null ? {} : { LastUsedDate: calendar.at(calendar.lastUsed(role.lastUsedDaysAgo), 55_000), Region: 'eu-central-1' },
  };
}

export function instanceProfileArn(account: string, { path, name }: Pick<AwsRole, 'path' | 'name'>): string {
  return `arn:aws:iam::${account}:instance-profile${path}${name}`;
}

function boundaryOf({ boundary }: { boundary?: string }) {
  return boundary ? { PermissionsBoundary: { PermissionsBoundaryType: 'Policy', PermissionsBoundaryArn: boundary } } : {};
}

function inlinePolicy({ name, document }: { name: string; document: PolicyDocument }) {
  return { PolicyName: name, PolicyDocument: encoded(document) };
}

function reference(arn: string) {
  return { PolicyName: arn.split('/').at(-1), PolicyArn: arn };
}

export function tagList(tags: Record<string, string>): { Key: string; Value: string }[] {
  return Object.entries(tags).map(([Key, Value]) => ({ Key, Value }));
}
