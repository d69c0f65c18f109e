import { sql } from 'kysely';
import { BUILT_IN_ROLES, type Role, type RoleMember } from '@cam/contracts/server';
import type { Tx } from '../../platform/db/database';

/** Returns the roles of a tenant with their members: the built-in ones first, then by name. */
export async function listRoles(tx: Tx, tenantId: string): Promise<Role[]> {
  const assigned = await tx.selectFrom('role_assignment').selectAll().where('tenant_id', '=', tenantId).orderBy('kind').orderBy('name').execute();
  const members = new Map<string, RoleMember[]>();
  for (const { role_id: id, kind, name } of assigned) members.set(id, [...(members.get(id) ?? []), { kind, name }]);
  const made = await tx.selectFrom('role').selectAll().where('tenant_id', '=', tenantId).execute();
  const byName = made.sort((a, b) => a.name.localeCompare(b.name));
  return [
    ...BUILT_IN_ROLES.map((role) => ({
      ...{ ...role, rights: [...role.rights], accounts: [], members: members.get(role.role_id) ?? [] },
      ...{ built_in: true, version: 0, changed_by: '', changed_time: null },
    })),
    ...byName.map(({ tenant_id: _tenant, account_ids: accounts, changed_at: at, ...role }) => ({
      ...{ ...role, accounts, members: members.get(role.role_id) ?? [] },
      ...{ built_in: false, changed_time: new Date(at).toISOString() },
    })),
  ];
}

/** Waits for other changes of the roles of a tenant, so that each change sees the state after the one before. */
export async function lockRoles(tx: Tx, tenantId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`roles ${tenantId}`}, 0))`.execute(tx);
}

/** Adds a role, or replaces its row. */
export async function saveRole(tx: Tx, tenantId: string, { role_id, name, description, rights, accounts, version, changed_by }: Role): Promise<void> {
  const row = { name, description, rights: [...rights], account_ids: [...accounts], version, changed_by, changed_at: new Date() };
  await tx
    .insertInto('role')
    .values({ tenant_id: tenantId, role_id, ...row })
    .onConflict((conflict) => conflict.columns(['tenant_id', 'role_id']).doUpdateSet(row))
    .execute();
}

/** Replaces the members of a role. */
export async function saveMembers(tx: Tx, tenantId: string, roleId: string, members: readonly RoleMember[]): Promise<void> {
  await tx.deleteFrom('role_assignment').where('tenant_id', '=', tenantId).where('role_id', '=', roleId).execute();
  if (members.length === 0) return;
  await tx
    .insertInto('role_assignment')
    .values(members.map(({ kind, name }) => ({ tenant_id: tenantId, role_id: roleId, kind, name })))
    .execute();
}

export async function removeRole(tx: Tx, tenantId: string, roleId: string): Promise<void> {
  await saveMembers(tx, tenantId, roleId, []);
  await tx.deleteFrom('role').where('tenant_id', '=', tenantId).where('role_id', '=', roleId).execute();
}
