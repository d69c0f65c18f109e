import type { GroupRule, Right } from '@cam/contracts/server';
import type { Tx } from '../../platform/db/database';
import type { ProvisionedUsers } from '../identity-platform';
import { renewedRights, rightsByRules } from '../single-sign-on';

/** The attribute that stands for the groups of a user in the rules of rights. */
const GROUPS = 'groups';

/** Returns the rules of a tenant. */
export async function rulesIn(tx: Tx, tenantId: string): Promise<GroupRule[]> {
  const row = await tx.selectFrom('scim_rules').select('rules').where('tenant_id', '=', tenantId).executeTakeFirst();
  return row?.rules ?? [];
}

/** Returns the rights that groups give. */
export function rightsOfGroups(rules: readonly GroupRule[], groups: readonly string[]): Right[] {
  return rightsByRules(
    rules.map(({ group, scopes }) => ({ attribute: GROUPS, value: group, scopes })),
    new Map([[GROUPS, groups]]),
  );
}

/**
 * Gives users the rights of their present groups. Users who lose one are signed out, because their tokens name the former rights.
 * The break-glass administrator keeps the present rights.
 * @param userIds null: all users that the provider of the tenant manages
 */
export async function renewRightsIn(tx: Tx, users: ProvisionedUsers, tenantId: string, userIds: readonly string[] | null): Promise<void> {
  if (userIds?.length === 0) return;
  const rules = await rulesIn(tx, tenantId);
  let query = tx
    .selectFrom('scim_user as user')
    .leftJoin('scim_member as member', (join) => join.onRef('member.tenant_id', '=', 'user.tenant_id').onRef('member.user_id', '=', 'user.user_id'))
    .leftJoin('scim_group as group', (join) => join.onRef('group.tenant_id', '=', 'member.tenant_id').onRef('group.group_id', '=', 'member.group_id'))
    .select(['user.user_id', 'group.display_name'])
    .where('user.tenant_id', '=', tenantId);
  if (userIds) query = query.where('user.user_id', 'in', [...userIds]);
  const groups = new Map<string, string[]>();
  for (const { user_id: id, display_name: name } of await query.execute())
    groups.set(id, [...(groups.get(id) ?? []), ...(name === null ? [] : [name])]);
  const present = await users.findIn(tx, tenantId, [...groups.keys()]);
  const changes = present
    .filter(({ isBreakGlass }) => !isBreakGlass)
    .map((user) => ({ user, rights: renewedRights(user.rights, rightsOfGroups(rules, groups.get(user.userId) ?? [])) }))
    .filter(({ user, rights }) => rights.length !== user.rights.length || rights.some((right) => !user.rights.includes(right)));
  await users.setRightsIn(tx, changes);
}
