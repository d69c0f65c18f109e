import { randomUUID } from 'node:crypto';
import { ROLE_RIGHTS, isAreaName, type Role, type RoleMember } from '@cam/contracts/server';
import type { Context } from '../../platform/context';
import type { Tx } from '../../platform/db/database';
import { conflict, forbidden, notFound, unprocessable } from '../../platform/http/errors';
import type { Principal } from '../../platform/http/principal';
import { grantsOf } from './grants';
import { listRoles, lockRoles, removeRole, saveMembers, saveRole } from './store';

/** The most roles of a tenant. */
const MOST_ROLES = 200;

/** The fields of a role that a user enters. */
export interface RoleFields {
  name: string;
  description: string;
  rights: string[];
  accounts: string[];
  members: RoleMember[];
}

export interface RolesDependencies {
  sources: { accountsOf(tx: Tx, tenantId: string): Promise<{ account_id: string }[]> };
  /** Returns the rights that live areas declare. */
  areaRights(): Promise<string[]>;
}

/** Reads and changes the roles of a tenant. */
export class RolesService {
  constructor(
    private readonly ctx: Context,
    private readonly deps: RolesDependencies,
  ) {}

  list(tenantId: string): Promise<Role[]> {
    return this.ctx.db.tenant(tenantId, (tx) => listRoles(tx, tenantId));
  }

  /** Returns the rights that the caller may give: those that it holds in all accounts, without the operator's. */
  grantable({ rights }: Principal): string[] {
    return rights.filter((right) => (ROLE_RIGHTS as readonly string[]).includes(right) || isAreaName(right));
  }

  /**
   * Adds a role.
   * @throws ApiError 403 for a right that the caller lacks, 409 for a name that exists or too many roles, 422 for an unknown right or account
   */
  add(principal: Principal, given: RoleFields): Promise<Role> {
    return this.#change(principal, async (tx, roles, areaRights) => {
      if (roles.length >= MOST_ROLES) throw conflict('TOO_MANY_ROLES', `A tenant has at most ${MOST_ROLES} roles. Delete one that nobody needs.`);
      const fields = await this.#checked(tx, principal, { roles, known: null, areaRights }, given);
      const role = { role_id: randomUUID(), ...fields, built_in: false, version: 1, changed_by: principal.email, changed_time: null };
      await saveRole(tx, principal.tenantId, role);
      await saveMembers(tx, principal.tenantId, role.role_id, role.members);
      return role.role_id;
    }).then(({ after, result }) => find(after, result));
  }

  /**
   * Changes a role and its members; of a built-in role, the members only.
   * @throws ApiError as `add` does, 404 for an unknown role, and 409 if it has another version or the caller would lose the right to manage roles
   */
  async change(
    principal: Principal,
    roleId: string,
    { version, ...given }: RoleFields & { version?: number },
  ): Promise<{ before: Role; after: Role }> {
    const { before, after } = await this.#change(principal, async (tx, roles, areaRights) => {
      const known = find(roles, roleId);
      if (version !== undefined && version !== known.version)
        throw conflict('ROLE_CHANGED', 'Somebody changed this role meanwhile. Reload it, and make your change again.', { version: known.version });
      const fields = await this.#checked(tx, principal, { roles, known, areaRights }, given);
      if (known.built_in && !isSame(known, fields))
        throw conflict('ROLE_BUILT_IN', `Only the members of the built-in role ${known.name} can be changed. Create a role for other rights.`);
      if (!known.built_in) await saveRole(tx, principal.tenantId, { ...known, ...fields, version: known.version + 1, changed_by: principal.email });
      await saveMembers(tx, principal.tenantId, roleId, fields.members);
    });
    return { before: find(before, roleId), after: find(after, roleId) };
  }

  /** Deletes a role. @returns the role before @throws ApiError 404 for an unknown role, 409 for a built-in one, and as `change` does */
  async remove(principal: Principal, roleId: string): Promise<Role> {
    const { before } = await this.#change(principal, async (tx, roles) => {
      const { built_in: isBuiltIn, name } = find(roles, roleId);
      if (isBuiltIn) throw conflict('ROLE_BUILT_IN', `The role ${name} is built in and stays. Remove its members instead.`);
      await removeRole(tx, principal.tenantId, roleId);
    });
    return find(before, roleId);
  }

  /** Applies a change in one transaction, and tells all processes. */
  async #change<T>(
    principal: Principal,
    apply: (tx: Tx, roles: readonly Role[], areaRights: readonly string[]) => Promise<T>,
  ): Promise<{ before: readonly Role[]; after: readonly Role[]; result: T }> {
    const { tenantId } = principal;
    const areaRights = await this.deps.areaRights();
    const changed = await this.ctx.db.tenant(tenantId, async (tx) => {
      await lockRoles(tx, tenantId);
      const before = await listRoles(tx, tenantId);
      const result = await apply(tx, before, areaRights);
      const after = await listRoles(tx, tenantId);
      refuseLockout(principal, before, after);
      return { before, after, result };
    });
    this.ctx.events.publish({ tenantId, kind: 'revocation' });
    return changed;
  }

  /** Returns the fields in order and without repetitions. @throws ApiError 403, 409 or 422 for what the caller may not give */
  async #checked(
    tx: Tx,
    principal: Principal,
    { roles, known, areaRights }: { roles: readonly Role[]; known: Role | null; areaRights: readonly string[] },
    given: RoleFields,
  ): Promise<RoleFields> {
    const name = given.name.trim();
    const description = given.description.trim();
    if (name === '') throw unprocessable('ROLE_NAME', 'A role needs a name.');
    if (roles.some((role) => role.role_id !== known?.role_id && role.name.toLowerCase() === name.toLowerCase()))
      throw conflict('ROLE_NAME', `There is a role "${name}" already. Choose another name.`);
    const unknown = given.rights.find((right) => !(ROLE_RIGHTS as readonly string[]).includes(right) && !areaRights.includes(right));
    if (unknown !== undefined)
      throw unprocessable('ROLE_RIGHT', `A role cannot give the right "${unknown}". Choose rights from the list.`, { right: unknown });
    const lacking = given.rights.filter((right) => !(principal.rights as readonly string[]).includes(right));
    if (lacking.length > 0)
      throw forbidden(`You do not hold ${lacking.join(', ')} in all accounts, so you cannot give it. Ask somebody who does.`, 'RIGHT_NOT_HELD', {
        rights: lacking,
      });
    const connected = new Set([
      ...(await this.deps.sources.accountsOf(tx, principal.tenantId)).map(({ account_id: id }) => id),
      ...(known?.accounts ?? []),
    ]);
    const elsewhere = given.accounts.find((id) => !connected.has(id));
    if (elsewhere !== undefined)
      throw unprocessable('ACCOUNT', `There is no source with the account id "${elsewhere}". Choose accounts that are connected.`, {
        account: elsewhere,
      });
    const members = given.members.map(toMember);
    return {
      ...{ name, description, rights: [...given.rights].sort(), accounts: [...given.accounts].sort() },
      members: members.filter((member, index) => members.findIndex((other) => other.kind === member.kind && other.name === member.name) === index),
    };
  }
}

/** @throws ApiError 422 for what is neither an address nor a group */
function toMember({ kind, name }: RoleMember): RoleMember {
  const text = kind === 'USER' ? name.trim().toLowerCase() : name.trim();
  if (text === '') throw unprocessable('ROLE_MEMBER', 'A member needs an e-mail address or the name of a group.');
  if (kind === 'USER' && !/^[^\s@]+@[^\s@]+$/.test(text))
    throw unprocessable('ROLE_MEMBER', `"${text}" is no e-mail address. Enter the address with which the person signs in.`, { name: text });
  return { kind, name: text };
}

/** Returns whether a change leaves everything but the members as it is. */
function isSame({ name, description, rights, accounts }: Role, fields: RoleFields): boolean {
  return (
    name === fields.name &&
    description === fields.description &&
    accounts.length + fields.accounts.length === 0 &&
    JSON.stringify([...rights].sort()) === JSON.stringify(fields.rights)
  );
}

/**
 * Refuses a change after which nobody could take it back: the caller keeps the right to manage roles. A service token has it from itself, so there some
 * member must keep it.
 * @throws ApiError 409
 */
function refuseLockout(principal: Principal, before: readonly Role[], after: readonly Role[]): void {
  const { ownRights = principal.rights, apiToken } = principal;
  const isManager = (roles: readonly Role[]): boolean => grantsOf(roles, principal).some(isOfManagers);
  const isService = apiToken !== undefined && principal.email.startsWith('service:');
  const hadManager = before.some(hasManagers);
  const isLocked = isService ? hadManager && !after.some(hasManagers) : !ownRights.includes('CAM_GENERAL_WRITE') && !isManager(after);
  if (isLocked)
    throw conflict(
      'LAST_ADMINISTRATOR',
      'After this change you could no longer manage roles. Let another administrator make it, or keep your own role.',
    );
}

function isOfManagers({ right, accounts }: { right: string; accounts: readonly string[] | null }): boolean {
  return right === 'CAM_GENERAL_WRITE' && accounts === null;
}

function hasManagers({ rights, accounts, members }: Role): boolean {
  return rights.includes('CAM_GENERAL_WRITE') && accounts.length === 0 && members.length > 0;
}

function find(roles: readonly Role[], roleId: string): Role {
  const role = roles.find(({ role_id: id }) => id === roleId);
  if (!role) throw notFound('There is no such role. Reload the list.');
  return role;
}
