import { at, fields, list, text } from '../../../../../platform/json-values';
import type { SourceDraft } from '../../../../engine/source-draft';
import type { DirectoryGrant } from '../../compile/directory-grant';
import type { IdpEntry } from '../../read/idp-entry';
import type { EntraApplication } from './entra-applications';
import type { EntraBundle } from '../../read/entra-bundle';
import { BUILT_IN_ROLES, MAY_CHANGE } from '../../compile/entra-builtin-roles';
import { objectId, subjectId } from '../../read/entra-values';

/** A directory role of the bundle, without actions where its permissions are unknown. */
interface DirectoryRole {
  /** Id of its template, which is the same in every directory for a built-in role. */
  id: string;
  name: string;
  actions: string[] | null;
}

/** A role assignment in a scope. */
interface RoleHolder {
  holder: string;
  roleId: string;
  scope: string;
  id: string;
  /** A principal with an eligible role holds it for some hours after activation. */
  isEligible?: true;
}

/** The condition of an eligible role (Privileged Identity Management). */
const ACTIVATED = 'the role is activated first';

/** Adds directory roles and their assignments. */
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

/** Returns definitions and activated roles, by their own ids and by those of their templates. */
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

/** Reads role assignments, and activated roles with their members, inline or in a file named after the role. */
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

/** Returns the scope: the whole directory, one application, or an administrative unit, whose members the bundle does not contain. */
function scopeOf(scope: string): Pick<DirectoryGrant, 'scope' | 'conditions'> {
  if (scope === '/') return { scope: null, conditions: [] };
  const unit = /^\/administrativeUnits\/(.+)$/i.exec(scope)?.[1];
  if (unit !== undefined) return { scope: null, conditions: [`the resource is in the administrative unit ${unit}`] };
  return { scope: [objectId(scope.slice(1))], conditions: [] };
}
