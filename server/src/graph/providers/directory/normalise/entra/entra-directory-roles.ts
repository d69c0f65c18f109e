import { at, fields, list, text } from '../../../../../platform/json-values';
import type { SourceDraft } from '../../../../engine/source-draft';
import type { DirectoryGrant } from '../../compile/directory-grant';
import type { IdpEntry } from '../../read/idp-entry';
import type { EntraApplication } from './entra-applications';
import type { EntraBundle } from '../../read/entra-bundle';
import { BUILT_IN_ROLES, MAY_CHANGE } from '../../compile/entra-builtin-roles';
import { objectId, subjectId } from '../../read/entra-values';

/** A role as the bundle knows it; without actions where nothing says what it may do. */
interface DirectoryRole {
  /** Of its template: the same in every directory where it is built in. */
  id: string;
  name: string;
  actions: string[] | null;
}

/** Somebody who holds a role in a scope. */
interface RoleHolder {
  holder: string;
  roleId: string;
  scope: string;
  id: string;
  /** Somebody who is eligible for a role has it once they activate it, for some hours. */
  isEligible?: true;
}

/** Under which somebody has a role that they are eligible for, by Privileged Identity Management. */
const ACTIVATED = 'the role is activated first';

/** Who administers the directory, and what with. */
export function addDirectoryRoles(draft: SourceDraft, { directoryRoles }: EntraBundle, applications: ReadonlyMap<string, EntraApplication>): void {
  const roles = definedRoles(directoryRoles ?? []);
  for (const entry of directoryRoles ?? []) {
    for (const { holder, roleId, scope, id, isEligible } of holdersOf(entry)) {
      const entity = draft.find(holder);
      if (!entity && !applications.has(holder)) {
        draft.warn(entry, '', `${holder || 'The holder'} is not among the users, groups and service principals, so the role was left out.`);
        continue;
      }
      const grant = grantOf(draft, entry, roles.get(roleId) ?? { id: roleId, name: roleId, actions: null }, scope);
      if (!grant) continue;
      if (isEligible) grant.conditions = [...grant.conditions, ACTIVATED];
      draft.addPolicy({
        policyId: id,
        name: grant.role.name,
        uri: entity?.uri ?? '',
        kind: 'admin_role',
        holder: entity ? { nativeId: holder, uri: entity.uri } : { nativeId: holder },
        document: JSON.stringify(grant),
      });
    }
  }
}

/** Definitions and activated roles, by their own ids and by those of their templates. */
function definedRoles(entries: readonly IdpEntry[]): Map<string, DirectoryRole> {
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

/** A role assignment, or an activated role with its members, in itself or in a file that is named by it. */
function holdersOf(entry: IdpEntry): RoleHolder[] {
  const { id, principalId, roleDefinitionId, roleDefinition, directoryScopeId, members } = entry.fields;
  if (typeof principalId === 'string') {
    const roleId = objectId(roleDefinitionId) || objectId(at(roleDefinition, 'id'));
    const scope = text(directoryScopeId) || '/';
    const held = { holder: objectId(principalId), roleId, scope, id: text(id) || `${roleId}/${objectId(principalId)}${scope}` };
    return [{ ...held, ...('roleEligibilityScheduleId' in entry.fields ? { isEligible: true } : {}) }];
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

function grantOf(draft: SourceDraft, entry: IdpEntry, { id, name, actions }: DirectoryRole, scope: string): DirectoryGrant | null {
  if (!actions) {
    draft.warn(entry, '', `The bundle lacks the permissions of the role ${name}, so it is not evaluated. Export the role definitions as well.`);
    return null;
  }
  const known = MAY_CHANGE[id];
  const mayChange = known === undefined ? [] : known && [...known];
  return { role: { id, name }, actions, mayChange, ...scopeOf(scope) };
}

/** All of the directory, one application, or an administrative unit, of which the bundle does not say what is in it. */
function scopeOf(scope: string): Pick<DirectoryGrant, 'scope' | 'conditions'> {
  if (scope === '/') return { scope: null, conditions: [] };
  const unit = /^\/administrativeUnits\/(.+)$/i.exec(scope)?.[1];
  if (unit !== undefined) return { scope: null, conditions: [`the resource is in the administrative unit ${unit}`] };
  return { scope: [objectId(scope.slice(1))], conditions: [] };
}
