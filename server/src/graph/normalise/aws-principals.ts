import type { Entity, Principal } from '../model';
import type { AccountDraft } from './account-draft';
import { accountOfArn, isoDate, tagsOf, warnOfOtherAccount } from './aws-facts';
import { addInline, attachManaged, boundaryOf } from './aws-policies';
import type { AwsBundle, AwsGroup, AwsInlinePolicy, AwsInstanceProfile, AwsManagedPolicyRef, AwsRole, AwsTag, AwsUser, Origin } from './aws-shapes';

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

/** Groups by name: users name them so. */
export function addGroups(draft: AccountDraft, groups: readonly AwsGroup[]): Map<string, Entity> {
  const byName = new Map<string, Entity>();
  for (const entry of groups) {
    const { GroupName: name, GroupPolicyList: inline } = entry;
    const principal = addPrincipal(draft, { type: 'GROUP', name, entry, inline, inlineList: 'GroupPolicyList', attributes: {} });
    if (principal && name) byName.set(name, principal.entity);
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
      ...(facts?.lastUsed ? { lastused: facts.lastUsed } : {}),
      ...(facts && facts.keyAgeDays !== null ? { keyage: facts.keyAgeDays } : {}),
    };
    const principal = addPrincipal(draft, { type: 'USER', name, entry, inline, inlineList: 'UserPolicyList', attributes });
    if (!principal) continue;
    memberships.forEach((groupName, index) => {
      const group = groups.get(groupName);
      if (!group)
        return draft.warn(entry.origin, `/GroupList/${index}`, `The user ${name} is in a group "${groupName}" that the dump does not hold.`);
      if (principal.groups.includes(group.uri)) return;
      principal.groups.push(group.uri);
      draft.edges.push({ childUri: principal.entity.uri, parentUri: group.uri, kind: 'member_of', detail: {} });
    });
  }
}

export function addRoles(draft: AccountDraft, roles: readonly AwsRole[]): void {
  for (const entry of roles) {
    const { RoleName: name, RolePolicyList: inline, Path: path = '/', RoleLastUsed: used } = entry;
    const attributes = { serviceLinked: path.startsWith('/aws-service-role/'), ...isoDate('lastused', used?.LastUsedDate) };
    const principal = addPrincipal(draft, { type: 'ROLE', name, entry, inline, inlineList: 'RolePolicyList', attributes });
    if (!principal) continue;
    const trust = draft.document(entry.AssumeRolePolicyDocument, entry.origin, '/AssumeRolePolicyDocument');
    if (trust) draft.trusts.push({ role: principal.entity, document: trust });
    (entry.InstanceProfileList ?? []).forEach((profile) => addInstanceProfile(draft, profile, principal.entity));
  }
}

function addPrincipal(draft: AccountDraft, { type, name, entry, inline, inlineList, attributes }: PrincipalFacts): Principal | null {
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
  if (!entity) return leaveOut('', `The ${word} ${name} stands twice in the dump; the first one counts.`);
  const principal: Principal = {
    entity,
    policies: [
      ...attachManaged(draft, entity, entry.AttachedManagedPolicies ?? [], origin),
      ...addInline(draft, entity, inline ?? [], origin, inlineList),
    ],
    boundary: boundaryOf(draft, entity, boundary?.PermissionsBoundaryArn, origin),
    groups: [],
  };
  draft.principals.push(principal);
  return principal;
}

/** What hands a role to an EC2 instance. */
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
  if (profile) draft.edges.push({ childUri: profile.uri, parentUri: role.uri, kind: 'instance_profile', detail: {} });
}
