import { text } from '../../../../../platform/json-values';
import type { SourceDraft } from '../../../../engine/source-draft';
import { behindGate } from '../../../../engine/sign-in-gate';
import type { AppAssignment, SignIn } from '../../../../engine/app-assignment';
import { awsSignInOf } from '../../compile/aws-role-value';
import type { IdpEntry } from '../../read/idp-entry';
import type { EntraApplication } from './entra-applications';
import type { ConditionalAccess, GatedHolder } from './entra-conditional-access';
import type { EntraBundle } from '../../read/entra-bundle';
import type { EntraPeople } from './entra-people';
import { objectId } from '../../read/entra-values';
import { GRAPH, isGraph, permissionGrant } from '../../compile/graph-permissions';

interface Directory {
  people: EntraPeople;
  applications: ReadonlyMap<string, EntraApplication>;
  access: ConditionalAccess;
}

/** An assignment of an application role. */
interface Assignment {
  id: string;
  holder: string;
  application: EntraApplication;
  role: { value: string; name: string };
}

/** Role id of an assignment without a role of the application. */
const NO_ROLE = '00000000-0000-0000-0000-000000000000';

/** Adds application assignments, the AWS sign-ins of applications, and the permissions of applications in the directory. */
export function addAppRoleAssignments(draft: SourceDraft, { appRoleAssignments }: EntraBundle, directory: Directory): void {
  for (const entry of appRoleAssignments ?? []) {
    const assignment = readAssignment(draft, entry, directory);
    if (!assignment) continue;
    if (isGraph(assignment.application.entry)) addPermission(draft, entry, assignment, directory.access);
    else if (assignment.application.isEnabled) addAssignment(draft, assignment, directory);
  }
}

function readAssignment(draft: SourceDraft, entry: IdpEntry, { people, applications }: Directory): Assignment | null {
  const { id, appRoleId, principalId, resourceId } = entry.fields;
  const holder = objectId(principalId);
  const application = applications.get(objectId(resourceId));
  if (!application) {
    draft.warn(entry, '/resourceId', `The application ${text(resourceId)} is not among the service principals, so its assignment was left out.`);
    return null;
  }
  if (!draft.find(holder) && !applications.has(holder) && !people.groups.has(holder)) {
    draft.warn(
      entry,
      '/principalId',
      `${holder || 'The holder'} is not among the users, groups and service principals, so the assignment was left out.`,
    );
    return null;
  }
  const roleId = objectId(appRoleId);
  const role = application.roles.get(roleId) ?? { value: '', name: '' };
  if (roleId !== NO_ROLE && !application.roles.has(roleId)) {
    draft.warn(entry, '/appRoleId', `${application.name} has no role ${roleId}, so its purpose is unknown.`);
  }
  return { id: text(id) || `${application.id}/${holder}/${roleId}`, holder, application, role };
}

/** Adds an application permission of Microsoft Graph, which needs no signed-in user. */
function addPermission(draft: SourceDraft, entry: IdpEntry, { id, holder, role }: Assignment, access: ConditionalAccess): void {
  const grant = role.value === '' ? null : permissionGrant(role.value);
  if (!grant) {
    if (role.value !== '') draft.warn(entry, '/appRoleId', `The Microsoft Graph permission ${role.value} is not evaluated.`);
    return;
  }
  const uri = draft.find(holder)?.uri;
  draft.addPolicy({
    policyId: id,
    name: role.value,
    uri: uri ?? '',
    kind: 'admin_role',
    holder: uri === undefined ? { nativeId: holder } : { nativeId: holder, uri },
    document: JSON.stringify(behindGate(grant, access.gate(holder, GRAPH))),
  });
}

/**
 * Adds an assignment. An assignment to a group covers its direct members only, not those of nested groups.
 * @see Microsoft Learn, "Manage users and groups assignment to an application"
 */
function addAssignment(draft: SourceDraft, assignment: Assignment, { people: { groups, members }, access }: Directory): void {
  const { holder, application } = assignment;
  const clientId = text(application.entry.fields.appId);
  const direct = [...(members.get(holder) ?? [])];
  const holders = direct.some((member) => groups.has(member))
    ? direct.flatMap((member) => (groups.has(member) ? [] : [{ holder: member, by: holder, gate: access.gate(member, clientId) }]))
    : access.holders(holder, clientId);
  for (const gated of holders) assign(draft, assignment, gated);
}

function assign(draft: SourceDraft, { id, application, role }: Assignment, { holder, by, gate }: GatedHolder): void {
  const group = by === null ? undefined : draft.find(by);
  const signIns: SignIn[] = awsSignInOf(role.value, application.replyUrls);
  const document: AppAssignment = {
    application: { id: application.id, name: application.name },
    by: group ? { uri: group.uri, type: group.type, name: group.name, accountId: group.accountId } : null,
    roles: role.value === '' ? [] : [role.value],
    signIns,
  };
  const uri = draft.find(holder)?.uri;
  draft.addPolicy({
    policyId: by === null ? id : `${id}/${holder}`,
    name: role.name === '' ? application.name : `${application.name}: ${role.name}`,
    uri: draft.find(application.id)?.uri ?? '',
    kind: signIns.length > 0 ? 'federated_assignment' : 'app_assignment',
    holder: uri === undefined ? { nativeId: holder } : { nativeId: holder, uri },
    document: JSON.stringify(behindGate(document, gate)),
  });
}
