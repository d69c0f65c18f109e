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
  /** Id of the role. A role of an application of Entra ID may be named by its value; empty for the application itself. */
  role: string;
  /** "/" for the whole directory, the id of an application, or the resource set of a custom role of Okta. Microsoft Graph may be named by its client id. */
  scope: string;
  /** The holder activates the role of Entra ID first. */
  eligible?: boolean;
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
    const application = applicationOf(bundle, assigned.scope);
    if (!application) throw new EditFailure('The directory has no application with this id.');
    const [appRoleId] = appRolesOf(application, assigned.role);
    if (appRoleId === undefined) throw new EditFailure('The application has no role of this name. Copy the id or the value of one of its roles.');
    if ((bundle.appRoleAssignments ?? []).some((entry) => isAppRole(entry, application, assigned))) throw new EditFailure(TAKEN);
    const added = made({ principalId, appRoleId, resourceId: objectId(application.fields.id) });
    return { ...bundle, appRoleAssignments: [...(bundle.appRoleAssignments ?? []), added] };
  }
  const roles = definedRoles(bundle.directoryRoles ?? []);
  if (!roles.get(roleId)?.actions) throw new EditFailure('The export has no definition of this role, so its permissions are unknown.');
  if (isHeld(bundle, assigned)) throw new EditFailure(TAKEN);
  const eligible = assigned.eligible === true ? { roleEligibilityScheduleId: 'what-if' } : {};
  const added = made({ principalId, roleDefinitionId: roleId, directoryScopeId: assigned.scope, ...eligible });
  return { ...bundle, directoryRoles: [...(bundle.directoryRoles ?? []), added] };
}

/** Ends an assignment in Entra ID. */
export function removeEntraAssignment(bundle: EntraBundle, assigned: Assigned): EntraBundle {
  const principalId = objectId(assigned.principal);
  if (GUID.test(assigned.scope)) {
    const all = bundle.appRoleAssignments ?? [];
    const application = applicationOf(bundle, assigned.scope);
    const left = all.filter((entry) => !application || !isAppRole(entry, application, assigned));
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
  if (
    (isEligible ?? false) !== (assigned.eligible ?? false) ||
    holder !== objectId(assigned.principal) ||
    scope.toLowerCase() !== assigned.scope.toLowerCase()
  )
    return false;
  const roles = definedRoles(bundle.directoryRoles ?? []);
  const template = (id: string): string => roles.get(id)?.id ?? id;
  return template(roleId) === template(objectId(assigned.role));
}

/** Returns an application by its object id or, as it has the same one in every directory, by its client id. */
function applicationOf({ servicePrincipals }: EntraBundle, id: string): IdpEntry | undefined {
  const wanted = objectId(id);
  const known = servicePrincipals ?? [];
  return known.find((entry) => objectId(entry.fields.id) === wanted) ?? known.find((entry) => objectId(entry.fields.appId) === wanted);
}

/** Role id of an assignment without a role of the application. */
const NO_ROLE = '00000000-0000-0000-0000-000000000000';

/** Returns the ids of the roles of an application that have this id or value. */
function appRolesOf({ fields: application }: IdpEntry, role: string): string[] {
  if (GUID.test(role)) return [objectId(role)];
  const named = list(application.appRoles).flatMap((one) => (text(at(one, 'value')) === role ? [objectId(at(one, 'id'))] : []));
  return role === '' ? [NO_ROLE, ...named] : named;
}

function isAppRole({ fields: entry }: IdpEntry, application: IdpEntry, { principal, role }: Assigned): boolean {
  return (
    objectId(entry.principalId) === objectId(principal) &&
    objectId(entry.resourceId) === objectId(application.fields.id) &&
    appRolesOf(application, role).includes(objectId(entry.appRoleId))
  );
}

/** Assigns an application, a standard administrator role for the whole org, or a custom role for a resource set, in Okta. */
export function addOktaAssignment(bundle: OktaBundle, assigned: Assigned): OktaBundle {
  const { principal, role, scope, profile, priority } = assigned;
  const isUser = (bundle.users ?? []).some(({ fields: { id } }) => id === principal);
  if (!isUser && !(bundle.groups ?? []).some(({ fields: { id } }) => id === principal))
    throw new EditFailure('The org has no user or group with this id.');
  if (isCustomRole(role)) {
    if (!(bundle.roles ?? []).some((entry) => entry.fields.id === role || subjectId(entry) === role))
      throw new EditFailure('The export has no definition of this custom role, so its permissions are unknown.');
    if ((bundle.roles ?? []).some((entry) => isCustomAdmin(entry, assigned))) throw new EditFailure(TAKEN);
    const added = made({ type: 'CUSTOM', role, ...(scope === '/' ? {} : { 'resource-set': scope }), status: 'ACTIVE', assigneeId: principal });
    return { ...bundle, roles: [...(bundle.roles ?? []), added] };
  }
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
  const isCustom = isCustomRole(assigned.role);
  const isRole = isCustom || assigned.scope === '/';
  const [all, isIt] = isRole ? [bundle.roles ?? [], isCustom ? isCustomAdmin : isAdmin] : [bundle.appAssignments ?? [], isOfApp];
  const left = all.filter((entry) => !isIt(entry, assigned));
  if (left.length === all.length) throw new EditFailure(MISSING);
  return isRole ? { ...bundle, roles: left } : { ...bundle, appAssignments: left };
}

/** @see https://developer.okta.com/docs/api/openapi/okta-management/guides/roles/ standard roles have names in capitals, and custom roles have ids */
function isCustomRole(role: string): boolean {
  return /^cr0/.test(role);
}

function isCustomAdmin(entry: IdpEntry, { principal, role, scope }: Assigned): boolean {
  const { type, role: ownRole, 'resource-set': ownSet } = entry.fields;
  const set = text(ownSet) || linkedId(entry, 'resource-set') || '/';
  return text(type) === 'CUSTOM' && (text(ownRole) || linkedId(entry, 'role')) === role && holderOf(entry) === principal && set === scope;
}

function isAdmin(entry: IdpEntry, { principal, role }: Assigned): boolean {
  const { type, status } = entry.fields;
  return text(type) === role && holderOf(entry) === principal && text(status) !== 'INACTIVE';
}

function holderOf(entry: IdpEntry): string {
  return text(entry.fields.assigneeId) || linkedId(entry, 'assignee') || subjectId(entry);
}

/** Okta lists the members of an assigned group as well; the assignment is that of the group. */
function isOfApp(entry: IdpEntry, { principal, scope }: Assigned): boolean {
  const app = linkedId(entry, 'app') || text(entry.fields.appId) || subjectId(entry);
  return app === scope && text(entry.fields.id) === principal && entry.fields.scope !== 'GROUP';
}

function made(entry: Fields): IdpEntry {
  return { fields: entry, file: 'what-if', place: '' };
}
