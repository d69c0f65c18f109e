import { text } from '../../../../platform/json-values';
import type { SourceDraft } from '../../../engine/source-draft';
import type { AzureBundle, AzureEntry } from '../read/bundle';
import { flatten, readDenyAssignment, readRoleAssignment, readRoleDefinition, roleKeyOf } from '../read/documents';
import { armId } from '../read/values';

/** Adds roles, role assignments and deny assignments. */
export function addPolicies(draft: SourceDraft, { roleDefinitions, roleAssignments, eligibleRoleAssignments, denyAssignments }: AzureBundle): void {
  const assignments = [...(roleAssignments ?? []), ...(eligibleRoleAssignments ?? [])];
  const roles = addRoles(draft, roleDefinitions ?? [], assignments);
  for (const entry of assignments) addAssignment(draft, entry, roles);
  for (const entry of denyAssignments ?? []) addDeny(draft, entry);
}

interface Role {
  name: string;
  uri: string;
}

/** Adds custom roles, and the built-in roles that are assigned. The hundreds of other built-in roles do not matter for the subscription. */
function addRoles(draft: SourceDraft, entries: readonly AzureEntry[], assignments: readonly AzureEntry[]): Map<string, Role> {
  const held = new Set(assignments.map(({ fields }) => readRoleAssignment(fields).roleKey));
  const roles = new Map<string, Role>();
  for (const entry of entries) {
    const id = text(flatten(entry.fields).id) || text(entry.fields.name);
    const key = roleKeyOf(id);
    if (key === '') {
      draft.warn(entry, '', 'A role definition without an id was left out.');
      continue;
    }
    const definition = readRoleDefinition(entry.fields);
    if (roles.has(key) || (!definition.isCustom && !held.has(key))) continue;
    const entity = draft.add({
      type: 'ROLE',
      id: key,
      nativeId: `/providers/microsoft.authorization/roledefinitions/${key}`,
      name: definition.roleName,
      isIdentity: false,
      isResource: true,
      attributes: { builtin: !definition.isCustom },
    });
    roles.set(key, { name: definition.roleName, uri: entity.uri });
    draft.addPolicy({
      policyId: entity.nativeId,
      name: definition.roleName,
      uri: entity.uri,
      kind: 'azure_role_definition',
      holder: { nativeId: entity.nativeId, uri: entity.uri },
      document: JSON.stringify(entry.fields),
    });
  }
  return roles;
}

function addAssignment(draft: SourceDraft, entry: AzureEntry, roles: ReadonlyMap<string, Role>): void {
  const { principalId, roleKey, scope } = readRoleAssignment(entry.fields);
  const id = armId(flatten(entry.fields).id) || `${scope}/${principalId}/${roleKey}`;
  if (principalId === '' || roleKey === '') return draft.warn(entry, '', 'A role assignment without principal or role was left out.');
  const role = roles.get(roleKey);
  if (!role) {
    const named = text(flatten(entry.fields).roleDefinitionName) || roleKey;
    draft.warn(entry, '/roleDefinitionId', `The role ${named} is assigned, but the bundle has no definition of it. The assignment is not evaluated.`);
  }
  const holder = draft.find(scope);
  draft.addPolicy({
    policyId: id,
    name: role?.name ?? roleKey,
    uri: role?.uri ?? holder?.uri ?? '',
    kind: 'azure_role_assignment',
    holder: holder ? { nativeId: scope, uri: holder.uri } : { nativeId: scope },
    document: JSON.stringify(entry.fields),
  });
}

function addDeny(draft: SourceDraft, entry: AzureEntry): void {
  const { name, scope, principals, permissions } = readDenyAssignment(entry.fields);
  const id = armId(flatten(entry.fields).id) || `${scope}/${name}`;
  if (principals.length === 0 || permissions.length === 0)
    draft.warn(entry, '', 'This deny assignment names no principals or no actions, so it denies nothing.');
  if (permissions.length === 0) return;
  const holder = draft.find(scope);
  draft.addPolicy({
    policyId: id,
    name: name || 'Deny assignment',
    uri: holder?.uri ?? '',
    kind: 'azure_deny_assignment',
    holder: holder ? { nativeId: scope, uri: holder.uri } : { nativeId: scope },
    document: JSON.stringify(entry.fields),
  });
}
