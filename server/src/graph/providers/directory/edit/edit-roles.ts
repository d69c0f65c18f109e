import { at, fields, list, text, type Fields } from '../../../../platform/json-values';
import { EditFailure } from '../../../engine/bundle/bundle-edit';
import { STANDARD_ROLES } from '../compile/okta-standard-roles';
import { definedRoles, holdersOf } from '../normalise/entra/entra-role-holders';
import type { EntraBundle } from '../read/entra-bundle';
import { objectId } from '../read/entra-values';
import type { IdpEntry } from '../read/idp-entry';
import type { OktaBundle } from '../read/okta-bundle';
import { linkedId, subjectId } from '../read/okta-values';

/** A role, or an application, that a principal has. */
export interface Assigned {
  principal: string;
  /** Id of the role; empty for an application of Okta. */
  role: string;
  /** "/" for the whole directory, or the id of an application. */
  scope: string;
  profile?: Fields;
  priority?: number;
}

const GUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const TAKEN = 'It is assigned already. Leave this edit out.';
const MISSING = 'It is not assigned there. Leave this edit out.';

/** Assigns a role of the directory, or a role of an application, in Entra ID. */
export function addEntraAssignment(bundle: EntraBundle, assigned: Assigned): EntraBundle {
  const [principalId, roleId] = [objectId(assigned.principal), objectId(assigned.role)];
  const known = [...(bundle.users ?? []), ...(bundle.groups ?? []), ...(bundle.servicePrincipals ?? [])];
  if (!known.some((entry) => objectId(entry.fields.id) === principalId))
    throw new EditFailure('The directory has no user, group or application with this id.');
  if (GUID.test(assigned.scope)) {
    const resourceId = objectId(assigned.scope);
    if (!(bundle.servicePrincipals ?? []).some((entry) => objectId(entry.fields.id) === resourceId))
      throw new EditFailure('The directory has no application with this id.');
    if ((bundle.appRoleAssignments ?? []).some((entry) => isAppRole(entry, { principalId, roleId, resourceId }))) throw new EditFailure(TAKEN);
    const added = made({ principalId, appRoleId: roleId, resourceId });
    return { ...bundle, appRoleAssignments: [...(bundle.appRoleAssignments ?? []), added] };
  }
  const roles = definedRoles(bundle.directoryRoles ?? []);
  if (!roles.get(roleId)?.actions) throw new EditFailure('The export has no definition of this role, so its permissions are unknown.');
  if (isHeld(bundle, assigned)) throw new EditFailure(TAKEN);
  const added = made({ principalId, roleDefinitionId: roleId, directoryScopeId: assigned.scope });
  return { ...bundle, directoryRoles: [...(bundle.directoryRoles ?? []), added] };
}

/** Ends an assignment in Entra ID. */
export function removeEntraAssignment(bundle: EntraBundle, assigned: Assigned): EntraBundle {
  const [principalId, roleId] = [objectId(assigned.principal), objectId(assigned.role)];
  if (GUID.test(assigned.scope)) {
    const all = bundle.appRoleAssignments ?? [];
    const left = all.filter((entry) => !isAppRole(entry, { principalId, roleId, resourceId: objectId(assigned.scope) }));
    if (left.length === all.length) throw new EditFailure(MISSING);
    return { ...bundle, appRoleAssignments: left };
  }
  if (!isHeld(bundle, assigned)) throw new EditFailure(MISSING);
  const directoryRoles = (bundle.directoryRoles ?? []).flatMap((entry) => {
    if (!holdersOf(entry).some((one) => isSame(bundle, one, assigned))) return [entry];
    const members = list(entry.fields.members);
    if (typeof entry.fields.principalId === 'string' || members.length === 0) return [];
    const left = members.filter((member) => (objectId(member) || objectId(at(member, 'id'))) !== principalId);
    return [{ ...entry, fields: { ...entry.fields, members: left } }];
  });
  return { ...bundle, directoryRoles };
}

type Holder = ReturnType<typeof holdersOf>[number];

function isHeld(bundle: EntraBundle, assigned: Assigned): boolean {
  return (bundle.directoryRoles ?? []).flatMap(holdersOf).some((one) => isSame(bundle, one, assigned));
}

/** Activated roles have an id of their own besides that of their template. */
function isSame(bundle: EntraBundle, { holder, roleId, scope, isEligible }: Holder, assigned: Assigned): boolean {
  if (isEligible || holder !== objectId(assigned.principal) || scope.toLowerCase() !== assigned.scope.toLowerCase()) return false;
  const roles = definedRoles(bundle.directoryRoles ?? []);
  const template = (id: string): string => roles.get(id)?.id ?? id;
  return template(roleId) === template(objectId(assigned.role));
}

function isAppRole({ fields: entry }: IdpEntry, one: { principalId: string; roleId: string; resourceId: string }): boolean {
  return objectId(entry.principalId) === one.principalId && objectId(entry.appRoleId) === one.roleId && objectId(entry.resourceId) === one.resourceId;
}

/** Assigns an application, or a standard administrator role for the whole org, in Okta. */
export function addOktaAssignment(bundle: OktaBundle, assigned: Assigned): OktaBundle {
  const { principal, role, scope, profile, priority } = assigned;
  const isUser = (bundle.users ?? []).some(({ fields: { id } }) => id === principal);
  if (!isUser && !(bundle.groups ?? []).some(({ fields: { id } }) => id === principal))
    throw new EditFailure('The org has no user or group with this id.');
  if (scope === '/') {
    if (!STANDARD_ROLES[role]) throw new EditFailure('This is no standard administrator role of Okta, so its permissions are unknown.');
    if ((bundle.roles ?? []).some((entry) => isAdmin(entry, assigned))) throw new EditFailure(TAKEN);
    const added = made({ type: role, status: 'ACTIVE', assigneeId: principal });
    return { ...bundle, roles: [...(bundle.roles ?? []), added] };
  }
  if (!(bundle.apps ?? []).some(({ fields: { id } }) => id === scope)) throw new EditFailure('The org has no application with this id.');
  const all = bundle.appAssignments ?? [];
  const known = all.find((entry) => isOfApp(entry, assigned));
  const isEqual = known && JSON.stringify(fields(known.fields.profile)) === JSON.stringify(profile ?? {}) && known.fields.priority === priority;
  if (isEqual) throw new EditFailure(TAKEN);
  const entry = made({
    id: principal,
    appId: scope,
    status: 'ACTIVE',
    profile: profile ?? {},
    ...(isUser ? { scope: 'USER' } : {}),
    ...(priority === undefined ? {} : { priority }),
  });
  return { ...bundle, appAssignments: [...all.filter((one) => one !== known), entry] };
}

/** Ends an assignment in Okta. */
export function removeOktaAssignment(bundle: OktaBundle, assigned: Assigned): OktaBundle {
  const [all, isIt] = assigned.scope === '/' ? ([bundle.roles ?? [], isAdmin] as const) : ([bundle.appAssignments ?? [], isOfApp] as const);
  const left = all.filter((entry) => !isIt(entry, assigned));
  if (left.length === all.length) throw new EditFailure(MISSING);
  return assigned.scope === '/' ? { ...bundle, roles: left } : { ...bundle, appAssignments: left };
}

function isAdmin(entry: IdpEntry, { principal, role }: Assigned): boolean {
  const { type, status, assigneeId } = entry.fields;
  const holder = text(assigneeId) || linkedId(entry, 'assignee') || subjectId(entry);
  return text(type) === role && holder === principal && text(status) !== 'INACTIVE';
}

/** Okta lists the members of an assigned group as well; the assignment is that of the group. */
function isOfApp(entry: IdpEntry, { principal, scope }: Assigned): boolean {
  const app = linkedId(entry, 'app') || text(entry.fields.appId) || subjectId(entry);
  return app === scope && text(entry.fields.id) === principal && entry.fields.scope !== 'GROUP';
}

function made(entry: Fields): IdpEntry {
  return { fields: entry, file: 'what-if', place: '' };
}
