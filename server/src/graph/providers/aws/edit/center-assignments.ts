import { EditFailure } from '../../../engine/bundle/bundle-edit';
import type { AwsEntryOf, AwsInventory } from '../read/inventory';
import type { AwsAccountAssignment } from '../read/identity-center-shapes';
import { entryOf, withEntry, withoutEntries } from './edited-list';

const PRINCIPAL = /^arn:aws:identitystore:::(user|group)\/(.+)$/;

interface Assigned {
  /** ARN of a user or group of IAM Identity Center. */
  principal: string;
  /** ARN of the permission set. */
  role: string;
  /** Number of the account. */
  scope: string;
}

/** Reports whether a native id is that of a user or group of IAM Identity Center. */
export function isOfCenter(id: string): boolean {
  return PRINCIPAL.test(id);
}

/**
 * Assigns a permission set in an account. The first assignment of a set in an account also creates a role there, in another source: it is refused.
 * @see IAM Identity Center User Guide, "Manage AWS accounts with permission sets"
 */
export function addCenterAssignment(inventory: AwsInventory, assigned: Assigned): AwsInventory {
  const { type, id } = partsOf(assigned.principal);
  const call = type === 'user' ? 'identitystore/list-users' : 'identitystore/list-groups';
  const isKnown = inventory.of(call).some(({ fields }) => ('UserId' in fields ? fields.UserId : 'GroupId' in fields ? fields.GroupId : '') === id);
  if (!isKnown) throw new EditFailure('IAM Identity Center has no user or group with this id.');
  const there = inventory.of('sso-admin/list-account-assignments').filter((entry) => isThere(entry, assigned));
  if (there.length === 0)
    throw new EditFailure('Nobody has this permission set in the account yet, so the role that AWS would create there is unknown.');
  if (there.some((entry) => isIts(entry, id))) throw new EditFailure('The permission set is assigned already. Leave this edit out.');
  const fields = { AccountId: assigned.scope, PermissionSetArn: assigned.role, PrincipalType: type.toUpperCase(), PrincipalId: id };
  return withEntry(inventory, 'sso-admin/list-account-assignments', entryOf(fields));
}

/** Ends an assignment. With the last one AWS would delete the role of the account, which is in another source: that is refused. */
export function removeCenterAssignment(inventory: AwsInventory, assigned: Assigned): AwsInventory {
  const { id } = partsOf(assigned.principal);
  const there = inventory.of('sso-admin/list-account-assignments').filter((entry) => isThere(entry, assigned));
  if (!there.some((entry) => isIts(entry, id))) throw new EditFailure('The permission set is not assigned there. Leave this edit out.');
  if (there.every((entry) => isIts(entry, id)))
    throw new EditFailure('This is the last assignment of the permission set in the account, so AWS would delete its role there.');
  return withoutEntries(inventory, 'sso-admin/list-account-assignments', (entry) => isThere(entry, assigned) && isIts(entry, id));
}

/** Adds a user of IAM Identity Center to a group. */
export function addCenterMember(inventory: AwsInventory, { group, member }: { group: string; member: string }): AwsInventory {
  const [GroupId, UserId] = [partsOf(group).id, partsOf(member).id];
  if (!inventory.of('identitystore/list-groups').some(({ fields }) => fields.GroupId === GroupId))
    throw new EditFailure('IAM Identity Center has no group with this id.');
  if (!inventory.of('identitystore/list-users').some(({ fields }) => fields.UserId === UserId))
    throw new EditFailure('IAM Identity Center has no user with this id.');
  const isMember = inventory.of('identitystore/list-group-memberships').some((entry) => isMembership(entry, GroupId, UserId));
  if (isMember) throw new EditFailure('The user is already a member of this group. Leave this edit out.');
  return withEntry(inventory, 'identitystore/list-group-memberships', entryOf({ GroupId, MemberId: { UserId } }));
}

/** Removes a user of IAM Identity Center from a group. */
export function removeCenterMember(inventory: AwsInventory, { group, member }: { group: string; member: string }): AwsInventory {
  const [groupId, userId] = [partsOf(group).id, partsOf(member).id];
  const left = withoutEntries(inventory, 'identitystore/list-group-memberships', (entry) => isMembership(entry, groupId, userId));
  if (left === inventory) throw new EditFailure('The user is not a member of this group. Leave this edit out.');
  return left;
}

function partsOf(arn: string): { type: string; id: string } {
  const [, type = '', id = ''] = PRINCIPAL.exec(arn) ?? [];
  if (id === '') throw new EditFailure('This is no user or group of IAM Identity Center. It looks like arn:aws:identitystore:::user/ID.');
  return { type, id };
}

function isThere({ fields }: AwsEntryOf<AwsAccountAssignment>, { role, scope }: Assigned): boolean {
  return fields.AccountId === scope && fields.PermissionSetArn === role;
}

function isIts({ fields }: AwsEntryOf<AwsAccountAssignment>, id: string): boolean {
  return fields.PrincipalId === id;
}

function isMembership({ fields }: AwsEntryOf<{ GroupId?: string; MemberId?: { UserId?: string } }>, group: string, user: string): boolean {
  return fields.GroupId === group && fields.MemberId?.UserId === user;
}
