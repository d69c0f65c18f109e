import { permissionSetAssignments } from '../aws/permission-set-assignments';
import { accessGroup } from '../company/access-groups';
import { PARTNERS } from '../company/company';
import { listsFile, type DemoFile } from '../files';
import type { Plan } from '../plan';
import { awsApplicationId, awsAppRoleId } from './aws-application';
import { entraGroupId } from './directory';
import { applicationId, GRAPH_ROLES, graphPrincipalId, LEGACY_SYNC, servicePrincipals } from './principals';
import type { ServicePrincipal } from './service-principal';

/** The role assignments of an application. */
interface Assignment {
  principal: { id: string; name: string; type: 'Group' | 'ServicePrincipal' };
  resource: { id: string; name: string };
  role: string;
}

/** Yields service principals and their assignments, one file per application, as Microsoft Graph lists `appRoleAssignedTo`. */
export function* applicationFiles(plan: Plan): Generator<DemoFile> {
  const all = [...servicePrincipals(plan)].filter(({ madeDaysAgo }) => plan.calendar.includes(madeDaysAgo));
  yield listsFile('service-principals.json', { value: all.map((principal) => principalRow(plan, principal)) });
  const names = new Map(all.map(({ id, name }) => [id, name]));
  const byResource = new Map<string, Assignment[]>();
  for (const assignment of assignments(plan, names)) {
    const { id } = assignment.resource;
    byResource.set(id, [...(byResource.get(id) ?? []), assignment]);
  }
  for (const [id, given] of byResource) {
    yield listsFile(`app-role-assignments/${id}.json`, { value: given.map((assignment) => assignmentRow(plan, assignment)) });
  }
}

/** Validity of a client secret, in days. */
const SECRET_LASTS = 1825;

function principalRow(plan: Plan, { id, appId, name, kind, owner, roles, resourceId, secrets, more, madeDaysAgo }: ServicePrincipal) {
  const { calendar } = plan;
  return {
    id,
    appId,
    displayName: name,
    appDisplayName: kind === 'Application' ? name : null,
    servicePrincipalType: kind,
    accountEnabled: true,
    appOwnerOrganizationId: kind === 'Application' ? owner : null,
    appRoleAssignmentRequired: roles.length > 0,
    alternativeNames: resourceId ? [`isExplicit=${resourceId.includes('ManagedIdentity') ? 'True' : 'False'}`, resourceId] : [],
    appRoles: roles.map((role) => ({
      id: role.id,
      value: role.value,
      displayName: role.displayName,
      description: role.displayName,
      allowedMemberTypes: [role.for],
      isEnabled: true,
      origin: 'Application',
    })),
    createdDateTime: calendar.at(madeDaysAgo, 35_000),
    keyCredentials: [],
    passwordCredentials: (secrets ?? []).map((daysAgo, order) => ({
      keyId: plan.seed.at('entra-secret', id, order).uuid(),
      displayName: 'client secret',
      startDateTime: calendar.at(daysAgo + SECRET_LASTS, 36_000),
      endDateTime: calendar.at(daysAgo, 36_000),
    })),
    servicePrincipalNames: [appId],
    tags: kind === 'Application' ? ['WindowsAzureActiveDirectoryIntegratedApp'] : [],
    ...more,
  };
}

function* assignments(plan: Plan, names: ReadonlyMap<string, string>): Generator<Assignment> {
  const named = (id: string): { id: string; name: string } => ({ id, name: names.get(id) ?? id });
  const aws = named(awsApplicationId(plan));
  for (const given of permissionSetAssignments(plan, 1)) {
    const principal = { id: entraGroupId(plan, given.group), name: accessGroup(given.group).name, type: 'Group' } as const;
    yield { principal, resource: aws, role: awsAppRoleId(plan, given) };
  }
  const graph = named(graphPrincipalId(plan));
  const toSoftware = (name: string, role: keyof typeof GRAPH_ROLES): Assignment => {
    const id = applicationId(plan, name);
    return { principal: { id, name: names.get(id) ?? name, type: 'ServicePrincipal' }, resource: graph, role: GRAPH_ROLES[role] };
  };
  // The holder of its secret can make any user an administrator of the directory.
  yield toSoftware(LEGACY_SYNC, 'RoleManagement.ReadWrite.Directory');
  yield toSoftware(LEGACY_SYNC, 'User.Read.All');
  yield toSoftware(PARTNERS.logs.name, 'AuditLog.Read.All');
  yield toSoftware(PARTNERS.logs.name, 'Directory.Read.All');
}

function assignmentRow(plan: Plan, { principal, resource, role }: Assignment): Record<string, unknown> {
  return {
    id: plan.seed.at('entra-assignment', principal.id, resource.id, role).alphanumeric(43),
    appRoleId: role,
    principalId: principal.id,
    principalDisplayName: principal.name,
    principalType: principal.type,
    resourceId: resource.id,
    resourceDisplayName: resource.name,
    createdDateTime: plan.calendar.at(320, 37_000),
    deletedDateTime: null,
  };
}
