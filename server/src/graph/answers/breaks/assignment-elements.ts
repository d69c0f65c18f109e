import { membersStringsOf } from '../../engine/member-strings';
import type { AppAssignment } from '../../engine/app-assignment';
import { ACTIVATED, directoryScopeOf, resourceSetOf } from '../../providers/directory/compile/assignment-scope';
import type { DirectoryGrant } from '../../providers/directory/compile/directory-grant';
import { GRAPH, permissionGrant } from '../../providers/directory/compile/graph-permissions';
import { STANDARD_ROLES } from '../../providers/directory/compile/okta-standard-roles';
import { permissionSetOf } from '../permission-set-assignments';
import type { Removal } from './edits-of-cut';
import type { Assignment, CutElement, PartEntity, PartFacts } from './part-facts';
import type { WayGrant } from './ways';

type AssignmentRemoval = Extract<Removal, { kind: 'ASSIGNMENT' }>;

/** Returns the assignment of a role. Access to a resource follows from the assignments that its own source lists. */
export function elementsOfAssignment({ grant, by, on }: WayGrant, facts: PartFacts): CutElement[] {
  const { policy_id: id, policy_name: role, policy_uri: uri } = grant;
  const holder = facts.entities.get(grant.holder_uri === '' ? by : grant.holder_uri);
  const listed = facts.assignments.get(id) ?? [];
  const assignment = listed.find(({ sourceUid }) => sourceUid === facts.entities.get(on)?.sourceUid) ?? listed[0];
  const removal = holder && assignment && removalOf(id, assignment, holder);
  if (!removal) return [];
  const { principal, scope, eligible } = removal;
  const isOfCenter = permissionSetOf(id) !== null;
  const isOfApplication = assignment.kind === 'app_assignment' || assignment.kind === 'federated_assignment';
  const what = `${isOfCenter ? 'the permission set' : isOfApplication ? 'the application' : eligible ? 'the eligible role' : 'the role'} ${role}`;
  return [
    {
      id: `ASSIGNMENT ${id} ${principal}`,
      kind: 'ASSIGNMENT',
      name: `${role} of ${holder.name}`,
      action: `Remove ${what} of ${holder.name}${isOfApplication || isUnnamed(scope) ? '' : ` on ${nameOfScope(scope)}`}`,
      uri: uri === '' ? on : uri,
      reach: Math.max(holder.members, 1),
      sourceUid: assignment.sourceUid,
      removal,
      mayOpenWays: false,
    },
  ];
}

/** The scope has no name of its own: the whole directory, or Microsoft Graph, whose permissions have names that nothing else has. */
const isUnnamed = (scope: string): boolean => scope === '/' || scope === GRAPH;

const nameOfScope = (scope: string): string => scope.split('/').at(-1) || scope;

/** Returns the removal of a principal from an assignment; null: no edit can make it, or the assignment names somebody else, such as a whole domain. */
function removalOf(id: string, assignment: Assignment, holder: PartEntity): AssignmentRemoval | null {
  if (assignment.kind === 'admin_role') return removalOfDirectoryRole(assignment);
  const assigned = permissionSetOf(id);
  if (assigned) return { kind: 'ASSIGNMENT', principal: holder.nativeId, ...assigned };
  if (assignment.kind === 'app_assignment' || assignment.kind === 'federated_assignment') return removalOfApplication(assignment);
  const value = JSON.parse(assignment.document) as Record<string, unknown>;
  const scope = assignment.at;
  if (assignment.kind === 'gcp_binding') {
    const { role, members, condition } = value as { role: string; members?: string[]; condition?: { expression: string } };
    const names = namesOf(holder);
    const principal = members?.find((member) => names.includes(member.toLowerCase()));
    return principal === undefined ? null : { kind: 'ASSIGNMENT', principal, role, scope, ...(condition ? { condition } : {}) };
  }
  const {
    principalId,
    roleDefinitionId,
    roleEligibilityScheduleId: schedule,
  } = { ...value, ...(value.properties as object | undefined) } as Record<string, unknown>;
  if (typeof principalId !== 'string' || !namesOf(holder).includes(principalId.toLowerCase()) || typeof roleDefinitionId !== 'string') return null;
  return { kind: 'ASSIGNMENT', principal: principalId, role: roleDefinitionId, scope, ...(schedule === undefined ? {} : { eligible: true }) };
}

/** Returns the names of an identity in assignments, in lower case. Bindings name users of a directory by their addresses. */
function namesOf({ type, nativeId, email }: PartEntity): string[] {
  const members = membersStringsOf({ type, attributes: { email } }).filter((member) => !member.startsWith('domain:'));
  return [nativeId.toLowerCase(), ...members];
}

function removalOfDirectoryRole({ at, by, document }: Assignment): AssignmentRemoval | null {
  const grant = JSON.parse(document) as DirectoryGrant;
  const { role, conditions } = grant;
  const removal = { kind: 'ASSIGNMENT' as const, principal: by ?? at, role: role.id };
  if (Object.hasOwn(STANDARD_ROLES, role.id)) return { ...removal, scope: '/' };
  if (permissionGrant(role.id)) return { ...removal, scope: GRAPH };
  const set = resourceSetOf(grant);
  if (set !== null) return { ...removal, scope: set || '/' };
  if (!GUID.test(role.id)) return null;
  return { ...removal, scope: directoryScopeOf(grant), ...(conditions.includes(ACTIVATED) ? { eligible: true } : {}) };
}

/** A role of an application is named by its value. In Okta, an application has no roles. */
function removalOfApplication({ at, by, document }: Assignment): AssignmentRemoval {
  const { application, roles } = JSON.parse(document) as AppAssignment;
  return { kind: 'ASSIGNMENT', principal: by ?? at, role: roles[0] ?? '', scope: application.id };
}

const GUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
