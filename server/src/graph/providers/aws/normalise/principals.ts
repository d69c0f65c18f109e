import type { Entity } from '../../../engine/model';
import type { AccountDraft } from './account-draft';
import { accountOfArn, isoDate, tagsOf, warnOfOtherAccount } from './facts';
import { attachBoundary, attachInline, attachManaged } from './policies';
import type { AwsBundle, AwsGroup, AwsInlinePolicy, AwsInstanceProfile, AwsManagedPolicyRef, AwsRole, AwsUser } from '../read/shapes';
import type { AwsTag, Origin } from '../read/common-shapes';

interface PrincipalFacts {
  type: 'USER' | 'GROUP' | 'ROLE';
  name: string | undefined;
  entry: {
    origin: Origin;
    Arn?: string;
    Path?: string;
    CreateDate?: string;
    AttachedManagedPolicies?: AwsManagedPolicyRef[];
    PermissionsBoundary?: { PermissionsBoundaryArn?: string };
    Tags?: AwsTag[];
  };
  inline: AwsInlinePolicy[] | undefined;
  inlineList: string;
  attributes: Record<string, unknown>;
}

/** Adds groups and returns them by name, because users refer to them by name. */
export function addGroups(draft: AccountDraft, groups: readonly AwsGroup[]): Map<string, Entity> {
  const byName = new Map<string, Entity>();
  for (const entry of groups) {
    const { GroupName: name, GroupPolicyList: inline } = entry;
    const entity = addPrincipal(draft, { type: 'GROUP', name, entry, inline, inlineList: 'GroupPolicyList', attributes: {} });
    if (entity && name) byName.set(name, entity);
  }
  return byName;
}

export function addUsers(
  draft: AccountDraft,
  users: readonly AwsUser[],
  groups: ReadonlyMap<string, Entity>,
  credentials: AwsBundle['credentials'],
): void {
  for (const entry of users) {
    const { UserName: name, UserPolicyList: inline, UserId: userId, GroupList: memberships = [] } = entry;
    const facts = credentials?.get(entry.Arn ?? '');
    const attributes = {
      ...(userId ? { userid: userId } : {}),
      ...(facts ? { mfa: facts.mfa } : {}),
      ...(facts && facts.password !== null ? { password: facts.password } : {}),
      ...(facts?.lastUsed ? { lastused: facts.lastUsed } : {}),
      ...(facts && facts.keyAgeDays !== null ? { keyage: facts.keyAgeDays } : {}),
    };
    const entity = addPrincipal(draft, { type: 'USER', name, entry, inline, inlineList: 'UserPolicyList', attributes });
    if (!entity) continue;
    memberships.forEach((groupName, index) => {
      const group = groups.get(groupName);
      if (!group) return draft.warn(entry.origin, `/GroupList/${index}`, `The user ${name} is in a group "${groupName}" that is not in the dump.`);
      draft.relate(entity, group, 'member_of');
    });
  }
}

export function addRoles(draft: AccountDraft, roles: readonly AwsRole[]): void {
  for (const entry of roles) {
    const { RoleName: name, RolePolicyList: inline, Path: path = '/', RoleLastUsed: used } = entry;
    const attributes = { serviceLinked: path.startsWith('/aws-service-role/'), ...isoDate('lastused', used?.LastUsedDate) };
    const entity = addPrincipal(draft, { type: 'ROLE', name, entry, inline, inlineList: 'RolePolicyList', attributes });
    if (!entity) continue;
    const trust = draft.document(entry.AssumeRolePolicyDocument, entry.origin, '/AssumeRolePolicyDocument');
    const policyName = 'Trust policy';
    if (trust) draft.attach({ policyId: `${entity.nativeId}/trust`, policyName, policyUri: entity.uri, document: trust }, entity, 'trust');
    (entry.InstanceProfileList ?? []).forEach((profile) => addInstanceProfile(draft, profile, entity));
  }
}

function addPrincipal(draft: AccountDraft, { type, name, entry, inline, inlineList, attributes }: PrincipalFacts): Entity | null {
  const { origin, Arn: arn, Path: path = '/', PermissionsBoundary: boundary } = entry;
  const word = type.toLowerCase();
  const leaveOut = (within: string, message: string): null => {
    draft.warn(origin, within, message);
    return null;
  };
  if (!arn || !name) return leaveOut('', `A ${word} without Arn or name was left out.`);
  warnOfOtherAccount(draft, origin, `${word} ${name}`, accountOfArn(arn));
  const entity = draft.add({
    type,
    id: `${path.slice(1)}${name}`,
    nativeId: arn,
    name,
    isIdentity: true,
    isResource: true,
    attributes: {
      path,
      ...(type === 'GROUP' ? {} : { boundary: Boolean(boundary?.PermissionsBoundaryArn) }),
      ...isoDate('created', entry.CreateDate),
      ...tagsOf(entry.Tags),
      ...attributes,
    },
  });
  if (!entity) return leaveOut('', `The ${word} ${name} appears twice in the dump. The first entry is used.`);
  attachManaged(draft, entity, entry.AttachedManagedPolicies ?? [], origin);
  attachInline(draft, entity, inline ?? [], origin, inlineList);
  attachBoundary(draft, entity, boundary?.PermissionsBoundaryArn, origin);
  return entity;
}

/** Relates an instance profile to the role that it passes to EC2 instances. */
function addInstanceProfile(
  draft: AccountDraft,
  { Arn: arn, InstanceProfileName: name, Path: path = '/', CreateDate: created }: AwsInstanceProfile,
  role: Entity,
): void {
  if (!arn || !name) return;
  const profile = draft.add({
    type: 'AWS_IAM_INSTANCE_PROFILE',
    id: `${path.slice(1)}${name}`,
    nativeId: arn,
    name,
    isIdentity: false,
    isResource: true,
    attributes: { path, ...isoDate('created', created) },
  });
  if (profile) draft.relate(profile, role, 'can_become');
}
