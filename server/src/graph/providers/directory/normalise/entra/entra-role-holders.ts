import { at, fields, list, text } from '../../../../../platform/json-values';
import { BUILT_IN_ROLES } from '../../compile/entra-builtin-roles';
import type { EntraBundle } from '../../read/entra-bundle';
import { objectId, subjectId } from '../../read/entra-values';
import type { IdpEntry } from '../../read/idp-entry';

/** A directory role of the bundle, without actions where its permissions are unknown. */
export interface DirectoryRole {
  /** Id of its template, which is the same in every directory for a built-in role. */
  id: string;
  name: string;
  actions: string[] | null;
}

/** A role assignment in a scope. */
export interface RoleHolder {
  holder: string;
  roleId: string;
  scope: string;
  id: string;
  /** A principal with an eligible role holds it for some hours after activation. */
  isEligible?: true;
}

/**
 * Returns the roles that principals hold in the whole directory without activation, by their templates. Conditional access counts no other roles.
 * @see Microsoft Learn, "Conditional Access: Users, groups, agents, and workload identities"
 */
export function wholeDirectoryRoles({ directoryRoles }: EntraBundle): Map<string, Set<string>> {
  const roles = definedRoles(directoryRoles ?? []);
  const found = new Map<string, Set<string>>();
  for (const { holder, roleId, scope, isEligible } of (directoryRoles ?? []).flatMap(holdersOf)) {
    if (scope === '/' && !isEligible) found.set(holder, (found.get(holder) ?? new Set()).add(roles.get(roleId)?.id ?? roleId));
  }
  return found;
}

/** Returns definitions and activated roles, by their own ids and by those of their templates. */
export function definedRoles(entries: readonly IdpEntry[]): Map<string, DirectoryRole> {
  const found = new Map(Object.entries(BUILT_IN_ROLES).map(([id, { name, actions }]) => [id, { id, name, actions } as DirectoryRole]));
  for (const { fields: entry } of entries) {
    for (const definition of [entry, fields(entry.roleDefinition)]) {
      if (!('rolePermissions' in definition) && !('roleTemplateId' in definition)) continue;
      const own = objectId(definition.id);
      const id = objectId(definition.templateId) || objectId(definition.roleTemplateId) || own;
      const known = found.get(id) ?? found.get(own);
      const role = { id, name: text(definition.displayName) || known?.name || id, actions: allowedBy(definition) ?? known?.actions ?? null };
      for (const key of [own, id]) if (key !== '') found.set(key, role);
    }
  }
  return found;
}

function allowedBy({ rolePermissions, isEnabled }: Record<string, unknown>): string[] | null {
  if (!Array.isArray(rolePermissions)) return null;
  if (isEnabled === false) return [];
  return rolePermissions.flatMap((permission) => list(at(permission, 'allowedResourceActions')).map(text)).filter(Boolean);
}

/** Reads role assignments, and activated roles with their members, inline or in a file named after the role. */
export function holdersOf(entry: IdpEntry): RoleHolder[] {
  const { id, principalId, roleDefinitionId, roleDefinition, directoryScopeId, members } = entry.fields;
  if (typeof principalId === 'string') {
    const roleId = objectId(roleDefinitionId) || objectId(at(roleDefinition, 'id'));
    const scope = text(directoryScopeId) || '/';
    const isEligible = 'roleEligibilityScheduleId' in entry.fields;
    const made = `${isEligible ? 'eligible/' : ''}${roleId}/${objectId(principalId)}${scope}`;
    return [{ holder: objectId(principalId), roleId, scope, id: text(id) || made, ...(isEligible ? { isEligible } : {}) }];
  }
  if (Array.isArray(members)) {
    const roleId = objectId(id);
    return list(members).map((member) => {
      const holder = objectId(member) || objectId(at(member, 'id'));
      return { holder, roleId, scope: '/', id: `${roleId}/${holder}` };
    });
  }
  const roleId = subjectId(entry);
  const isDefinition = 'rolePermissions' in entry.fields || 'roleTemplateId' in entry.fields;
  return roleId === '' || isDefinition ? [] : [{ holder: objectId(id), roleId, scope: '/', id: `${roleId}/${objectId(id)}` }];
}
