import { text } from '../../../../platform/json-values';
import type { DirectoryGrant } from './directory-grant';
import type { IdpEntry } from '../read/idp-entry';

/** Application id of Microsoft Graph, the same in every directory. */
export const GRAPH = '00000003-0000-0000-c000-000000000000';

export function isGraph({ fields }: IdpEntry): boolean {
  return text(fields.appId).toLowerCase() === GRAPH;
}

const READ_ALL = ['users/standard/read', 'groups/standard/read', 'applications/standard/read', 'servicePrincipals/standard/read'];
const GROUPS = ['groups/create', 'groups/delete', 'groups/basic/update', 'groups/members/update', 'groups/owners/update'];
const APPLICATIONS = ['applications', 'servicePrincipals'].flatMap((type) =>
  ['create', 'delete', 'basic/update', 'credentials/update', 'owners/update'].map((verb) => `${type}/${verb}`),
);

/** Directory actions of Microsoft Graph application permissions, in the notation of role definitions. */
const ALLOWED: Readonly<Record<string, readonly string[]>> = {
  'Directory.Read.All': [...READ_ALL, 'roleAssignments/standard/read'],
  'Directory.ReadWrite.All': [...READ_ALL, ...GROUPS, 'users/create', 'users/basic/update', 'roleAssignments/standard/read'],
  'User.Read.All': ['users/standard/read'],
  'User.ReadWrite.All': ['users/standard/read', 'users/create', 'users/delete', 'users/basic/update'],
  'User.ManageIdentities.All': ['users/standard/read', 'users/identities/update'],
  'User.EnableDisableAccount.All': ['users/enable', 'users/disable'],
  'User-PasswordProfile.ReadWrite.All': ['users/password/update'],
  'UserAuthenticationMethod.Read.All': ['users/authenticationMethods/standard/read'],
  'UserAuthenticationMethod.ReadWrite.All': ['users/authenticationMethods/standard/read', 'users/authenticationMethods/basic/update'],
  'Group.Read.All': ['groups/standard/read'],
  'Group.ReadWrite.All': ['groups/standard/read', ...GROUPS],
  'GroupMember.Read.All': ['groups/standard/read'],
  'GroupMember.ReadWrite.All': ['groups/standard/read', 'groups/members/update'],
  'Application.Read.All': ['applications/standard/read', 'servicePrincipals/standard/read'],
  'Application.ReadWrite.All': ['applications/standard/read', 'servicePrincipals/standard/read', ...APPLICATIONS],
  'AppRoleAssignment.ReadWrite.All': ['servicePrincipals/appRoleAssignedTo/update', 'roleAssignments/applicationPermissions/update'],
  'RoleManagement.Read.All': ['roleAssignments/standard/read', 'roleDefinitions/standard/read'],
  'RoleManagement.Read.Directory': ['roleAssignments/standard/read', 'roleDefinitions/standard/read'],
  'RoleManagement.ReadWrite.Directory': [
    'roleAssignments/standard/read',
    'roleAssignments/allProperties/allTasks',
    'roleDefinitions/allProperties/allTasks',
    'groups/members/update',
    'groups/owners/update',
  ],
  'Policy.Read.All': ['conditionalAccessPolicies/standard/read'],
  'Policy.ReadWrite.ConditionalAccess': ['conditionalAccessPolicies/standard/read', 'conditionalAccessPolicies/basic/update'],
  'Domain.ReadWrite.All': ['domains/allProperties/allTasks'],
  'AuditLog.Read.All': ['auditLogs/allProperties/read', 'signInReports/allProperties/read'],
};

/** Permissions that also cover administrators and role-assignable groups. */
const COVERING_ADMINISTRATORS = new Set(['RoleManagement.ReadWrite.Directory', 'UserAuthenticationMethod.ReadWrite.All']);

/** Returns the directory actions of an application permission; null where it concerns something else or is unknown. */
export function permissionGrant(value: string): DirectoryGrant | null {
  const allowed = ALLOWED[value];
  if (!allowed) return null;
  return {
    role: { id: value, name: `${value} of Microsoft Graph` },
    actions: allowed.map((action) => `microsoft.directory/${action}`),
    scope: null,
    conditions: [],
    mayChange: COVERING_ADMINISTRATORS.has(value) ? null : [],
  };
}
