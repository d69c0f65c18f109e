import { fields, list, text, type Fields } from '../../../../platform/json-values';
import { EditFailure, editInOrder, type BundleEdit } from '../../../engine/bundle/bundle-edit';
import { toScope } from '../compile/scopes';
import type { AzureBundle, AzureEntry } from '../read/bundle';
import { flatten, readRoleAssignment, readRoleDefinition, roleKeyOf } from '../read/documents';
import { armId } from '../read/values';

const GUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

interface Assigned {
  principal: string;
  /** Id of the role, with or without its scope, or its name. */
  role: string;
  scope: string;
  condition?: { expression: string };
  /** The holder activates the role first. */
  eligible?: boolean;
}

/**
 * Returns the bundle of an Azure subscription as an export after these changes would be. The bundle itself stays as it is.
 * @throws EditFailure where an edit names something that the bundle lacks, or would change nothing
 */
export function editAzureBundle(bundle: AzureBundle, edits: readonly BundleEdit[]): AzureBundle {
  return editInOrder(bundle, edits, (edited, edit) => {
    switch (edit.kind) {
      case 'ADD_ASSIGNMENT':
        return addAssignment(edited, edit);
      case 'REMOVE_ASSIGNMENT':
        return removeAssignment(edited, edit);
      case 'SET_ROLE_DEFINITION':
        return setRole(edited, edit.role, edit.document);
      default:
        throw new EditFailure('In Azure, changes of role assignments and custom roles can be tried so far.');
    }
  });
}

function addAssignment(bundle: AzureBundle, assigned: Assigned): AzureBundle {
  const { principal, condition } = assigned;
  const scope = toScope(assigned.scope);
  const roleKey = roleKeyIn(bundle, assigned.role);
  if (!isKnown(bundle, scope))
    throw new EditFailure('The export has no subscription, resource group or resource with this id. Copy the id from the page of the resource.');
  const list = listOf(assigned);
  if ((bundle[list] ?? []).some((entry) => isIt(entry, { principal, scope, roleKey })))
    throw new EditFailure('The principal has this role there already. Leave this edit out.');
  const entry = {
    scope,
    principalId: principal.toLowerCase(),
    roleDefinitionId: `/providers/Microsoft.Authorization/roleDefinitions/${roleKey}`,
    ...(condition === undefined ? {} : { condition: condition.expression }),
    ...(assigned.eligible === true ? { roleEligibilityScheduleId: 'what-if' } : {}),
  };
  return { ...bundle, [list]: [...(bundle[list] ?? []), { fields: entry, file: 'what-if', place: '' }] };
}

function removeAssignment(bundle: AzureBundle, { principal, role, scope, eligible }: Assigned): AzureBundle {
  const assigned = { principal, scope: toScope(scope), roleKey: roleKeyIn(bundle, role) };
  const list = listOf({ eligible });
  const all = bundle[list] ?? [];
  const left = all.filter((entry) => !isIt(entry, assigned));
  if (left.length === all.length) throw new EditFailure('The principal does not have this role there. Leave this edit out.');
  return { ...bundle, [list]: left };
}

function listOf({ eligible }: Pick<Assigned, 'eligible'>): 'eligibleRoleAssignments' | 'roleAssignments' {
  return eligible === true ? 'eligibleRoleAssignments' : 'roleAssignments';
}

/** Azure permits one assignment of a role to a principal in a scope. */
function isIt({ fields: entry }: AzureEntry, { principal, scope, roleKey }: { principal: string; scope: string; roleKey: string }): boolean {
  const known = readRoleAssignment(entry);
  return known.principalId === principal.toLowerCase() && known.scope === scope && known.roleKey === roleKey;
}

/** Returns the id of a role without its scope. A role without a definition is refused: what it allows is unknown. */
function roleKeyIn({ roleDefinitions }: AzureBundle, role: string): string {
  const isId = role.includes('/') || GUID.test(role);
  const found = (roleDefinitions ?? []).find(({ fields: entry }) =>
    isId ? keyOf(entry) === roleKeyOf(role) : readRoleDefinition(entry).roleName.toLowerCase() === role.toLowerCase(),
  );
  if (!found)
    throw new EditFailure('The export has no definition of this role, so its permissions are unknown. Create the role with an edit before this one.');
  return keyOf(found.fields);
}

function keyOf(entry: Fields): string {
  return roleKeyOf(text(flatten(entry).id) || text(entry.name));
}

/** Reports whether a scope is in the export: access to anything else would not show. */
function isKnown({ resources, managementGroups }: AzureBundle, scope: string): boolean {
  const isOf = (one: Fields): boolean => armId(one.id) === scope || list(one.children).some((child) => isOf(fields(child)));
  return (
    (resources ?? []).some(({ fields: row }) => armId(row.id) === scope || `/subscriptions/${text(row.subscriptionId).toLowerCase()}` === scope) ||
    (managementGroups ?? []).some(({ fields: group }) => isOf(group))
  );
}

/** Sets the permissions of a custom role, creates the role, or deletes it once nobody has it. */
function setRole(bundle: AzureBundle, id: string, document: Fields | null): AzureBundle {
  const key = roleKeyOf(id);
  const known = (bundle.roleDefinitions ?? []).find(({ fields: entry }) => keyOf(entry) === key);
  const others = (bundle.roleDefinitions ?? []).filter((entry) => entry !== known);
  if (known && !readRoleDefinition(known.fields).isCustom) throw new EditFailure('This role is built in, so nobody can change it.');
  if (document === null) {
    if (!known) throw new EditFailure('The export has no custom role with this id to delete.');
    const isHeld = [...(bundle.roleAssignments ?? []), ...(bundle.eligibleRoleAssignments ?? [])].some(
      ({ fields: entry }) => readRoleAssignment(entry).roleKey === key,
    );
    if (isHeld) throw new EditFailure('The role is assigned, so Azure would not delete it. End its assignments with edits before this one.');
    return { ...bundle, roleDefinitions: others };
  }
  if (!Array.isArray(document.permissions)) throw new EditFailure('A custom role has a list of permissions.');
  const before = known?.fields ?? { id, name: key, roleType: 'CustomRole' };
  const nested = 'properties' in before ? { ...before, properties: { ...fields(before.properties), ...document } } : { ...before, ...document };
  return { ...bundle, roleDefinitions: [...others, { file: 'what-if', place: '', ...known, fields: nested }] };
}
