import { EditFailure } from '../../../engine/bundle/bundle-edit';
import type { AwsAuthorizationDetails, AwsUser } from '../read/shapes';
import { countAttachments, EDITED } from './managed-policies';
import { changePrincipal, LISTS, type List, type Principal } from './principals';

const PRINCIPAL = /^arn:[^:]+:iam::\d{12}:(user|group|role)(\/(?:[^/]+\/)*)([^/]+)$/;

const LIST_OF: Record<string, List> = { user: 'UserDetailList', group: 'GroupDetailList', role: 'RoleDetailList' };
const NAME_OF = { UserDetailList: 'UserName', GroupDetailList: 'GroupName', RoleDetailList: 'RoleName' } as const;

/**
 * Creates a user, group or role without any permissions.
 * @see AWS IAM User Guide, "IAM identifiers": the path is a part of the ARN, and a name is unique in the account whatever its path
 */
export function createPrincipal(
  iam: AwsAuthorizationDetails,
  { principal: arn, document }: { principal: string; document: unknown },
): AwsAuthorizationDetails {
  const [, kind = '', path = '/', name] = PRINCIPAL.exec(arn) ?? [];
  const list = LIST_OF[kind];
  if (!list || name === undefined)
    throw new EditFailure('This is not the ARN of a user, group or role. It looks like arn:aws:iam::123456789012:role/NAME.');
  if (kind === 'role' && document === null) throw new EditFailure('A role needs a trust policy. Add it as the document.');
  if (kind !== 'role' && document !== null) throw new EditFailure('Only roles have a trust policy. Leave the document out.');
  const entries: readonly Principal[] = iam[list];
  const isTaken = entries.some((entry) => nameOf(entry) === name);
  if (isTaken) throw new EditFailure(`The account has a ${kind} of this name already. Leave this edit out, or choose another name.`);
  const trust = kind === 'role' ? { AssumeRolePolicyDocument: document } : {};
  return { ...iam, [list]: [...entries, { origin: EDITED, Arn: arn, Path: path, [NAME_OF[list]]: name, ...trust }] };
}

function nameOf(entry: { UserName?: string; GroupName?: string; RoleName?: string }): string | undefined {
  return entry.UserName ?? entry.GroupName ?? entry.RoleName;
}

/** Deletes a user, group or role with its inline policies, attachments and memberships. Policies that name it stay. */
export function deletePrincipal(iam: AwsAuthorizationDetails, arn: string): AwsAuthorizationDetails {
  let deleted: Principal | null = null;
  // It also refuses an unknown principal.
  const found = changePrincipal(iam, arn, (principal) => {
    deleted = principal;
    return principal;
  });
  const { AttachedManagedPolicies: attached = [], ...entry } = deleted as unknown as Principal & { GroupName?: string };
  const left = attached.reduce((edited, { PolicyArn: policy = '' }) => countAttachments(edited, policy, -1), found);
  const without = LISTS.reduce<AwsAuthorizationDetails>(
    (edited, list) => ({ ...edited, [list]: (edited[list] as readonly Principal[]).filter(({ Arn: own }) => own !== arn) }),
    left,
  );
  const group = entry.GroupName;
  return group === undefined ? without : { ...without, UserDetailList: without.UserDetailList.map((user) => outOf(user, group)) };
}

/**
 * Sets or removes the permissions boundary of a user or role.
 * @see AWS IAM User Guide, "Permissions boundaries for IAM entities": a managed policy, and none for groups
 */
export function setBoundary(iam: AwsAuthorizationDetails, { holder, policy }: { holder: string; policy: string | null }): AwsAuthorizationDetails {
  if (policy !== null && !iam.Policies.some(({ Arn: own }) => own === policy))
    throw new EditFailure('The bundle has no document of this policy, so its limits are unknown. Create the policy with an edit before this one.');
  return changePrincipal(iam, holder, (principal, list) => {
    if (list === 'GroupDetailList') throw new EditFailure('Groups have no permissions boundary. Name a user or a role.');
    const { PermissionsBoundary: boundary, ...rest } = principal;
    if (policy === null && boundary === undefined) throw new EditFailure('There is no permissions boundary to remove.');
    return policy === null ? rest : { ...rest, PermissionsBoundary: { PermissionsBoundaryArn: policy } };
  });
}

function outOf(user: AwsUser, group: string): AwsUser {
  return user.GroupList?.includes(group) ? { ...user, GroupList: user.GroupList.filter((name) => name !== group) } : user;
}
