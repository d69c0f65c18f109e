import { EditFailure } from '../../../engine/bundle/bundle-edit';
import type { AwsAuthorizationDetails, AwsGroup, AwsInlinePolicy, AwsRole, AwsUser } from '../read/shapes';

export type Principal = AwsUser | AwsGroup | AwsRole;

export const LISTS = ['UserDetailList', 'GroupDetailList', 'RoleDetailList'] as const;
export type List = (typeof LISTS)[number];

const INLINE = { UserDetailList: 'UserPolicyList', GroupDetailList: 'GroupPolicyList', RoleDetailList: 'RolePolicyList' } as const;

/**
 * Returns the export with one principal changed.
 * @throws EditFailure if no user, group or role has this ARN
 */
export function changePrincipal(
  iam: AwsAuthorizationDetails,
  arn: string,
  change: (principal: Principal, list: List) => Principal,
): AwsAuthorizationDetails {
  for (const list of LISTS) {
    const entries: readonly Principal[] = iam[list];
    // A bundle may repeat an entry. The import uses the first one.
    const index = entries.findIndex(({ Arn: own }) => own === arn);
    const found = entries[index];
    if (found) return { ...iam, [list]: entries.with(index, change(found, list)) };
  }
  throw new EditFailure('The account has no user, group or role with this ARN. Copy the ARN from the entity page.');
}

/** Returns the inline policies of a user, group or role. */
export function inlinePoliciesOf(principal: Principal, list: List): AwsInlinePolicy[] {
  return (principal as Partial<Record<(typeof INLINE)[List], AwsInlinePolicy[]>>)[INLINE[list]] ?? [];
}

/** Sets or deletes an inline policy of a user, group or role. */
export function setInlinePolicy(
  iam: AwsAuthorizationDetails,
  { holder, name, document }: { holder: string; name: string; document: unknown },
): AwsAuthorizationDetails {
  return changePrincipal(iam, holder, (principal, list) => {
    const field = INLINE[list];
    const policies = inlinePoliciesOf(principal, list);
    const index = policies.findIndex(({ PolicyName: known }) => known === name);
    if (document === null && index < 0) {
      const names = policies.map(({ PolicyName: known }) => known).join(', ');
      throw new EditFailure(`There is no inline policy with this name to delete. ${names ? `The holder has: ${names}.` : 'The holder has none.'}`);
    }
    const policy = { PolicyName: name, PolicyDocument: document };
    const others = document === null ? policies.toSpliced(index, 1) : index < 0 ? [...policies, policy] : policies.with(index, policy);
    return { ...principal, [field]: others };
  });
}

/** Sets the trust policy of a role. */
export function setTrustPolicy(iam: AwsAuthorizationDetails, { role, document }: { role: string; document: unknown }): AwsAuthorizationDetails {
  return changePrincipal(iam, role, (principal, list) => {
    if (list !== 'RoleDetailList') throw new EditFailure('Only roles have a trust policy. Name the ARN of a role.');
    return { ...principal, AssumeRolePolicyDocument: document };
  });
}

interface Membership {
  group: string;
  member: string;
}

/** Adds a user to a group. */
export function addMember(iam: AwsAuthorizationDetails, { group, member }: Membership): AwsAuthorizationDetails {
  const name = groupName(iam, group);
  return changeGroups(iam, member, (groups) => {
    if (groups.includes(name)) throw new EditFailure('The user is already a member of this group. Leave this edit out.');
    return [...groups, name];
  });
}

/** Removes a user from a group. */
export function removeMember(iam: AwsAuthorizationDetails, { group, member }: Membership): AwsAuthorizationDetails {
  const name = groupName(iam, group);
  return changeGroups(iam, member, (groups) => {
    if (!groups.includes(name))
      throw new EditFailure(
        `The user is not a member of this group. ${groups.length > 0 ? `Its groups: ${groups.join(', ')}.` : 'It has no groups.'}`,
      );
    return groups.filter((known) => known !== name);
  });
}

/** Users refer to their groups by name. */
function groupName({ GroupDetailList: groups }: AwsAuthorizationDetails, arn: string): string {
  const name = groups.find(({ Arn: own }) => own === arn)?.GroupName;
  if (name === undefined) throw new EditFailure('The account has no group with this ARN. Copy the ARN from the page of the group.');
  return name;
}

function changeGroups(iam: AwsAuthorizationDetails, arn: string, change: (groups: readonly string[]) => string[]): AwsAuthorizationDetails {
  return changePrincipal(iam, arn, (principal, list) => {
    if (list !== 'UserDetailList') throw new EditFailure('Only users can be members of an IAM group. Name the ARN of a user.');
    return { ...principal, GroupList: change((principal as AwsUser).GroupList ?? []) };
  });
}
