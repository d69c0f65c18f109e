/** A small fictional Entra ID directory, in the shape of Microsoft Graph's answers. */
export const DIRECTORY = 'aaaaaaaa-0000-4000-8000-000000000000';
export const GRAPH_APP = '00000003-0000-0000-c000-000000000000';

/** Returns an object ID that is derived from a name. */
export const objectIdOf = (name: string): string =>
  `${Buffer.from(name).toString('hex').padEnd(8, '0').slice(0, 8)}-0000-4000-8000-${Buffer.from(name).toString('hex').padEnd(12, '0').slice(-12)}`;

export const entraUser = (name: string, extra: object = {}): object => ({
  '@odata.type': '#microsoft.graph.user',
  id: objectIdOf(name),
  displayName: name,
  userPrincipalName: `${name}@example.com`,
  mail: `${name}@example.com`,
  accountEnabled: true,
  userType: 'Member',
  createdDateTime: '2024-01-02T03:04:05Z',
  department: 'Data',
  jobTitle: null,
  ...extra,
});

/** Returns a user's line in the report of authentication methods. */
export const registration = (name: string, isMfaRegistered: boolean): object => ({
  id: objectIdOf(name),
  userPrincipalName: `${name}@example.com`,
  userDisplayName: name,
  userType: 'member',
  isAdmin: false,
  isMfaRegistered,
  isMfaCapable: isMfaRegistered,
  methodsRegistered: isMfaRegistered ? ['microsoftAuthenticatorPush'] : ['email'],
});

export const entraGroup = (name: string, extra: object = {}): object => ({
  id: objectIdOf(name),
  displayName: name,
  description: null,
  groupTypes: [],
  securityEnabled: true,
  mailEnabled: false,
  createdDateTime: '2024-01-02T03:04:05Z',
  ...extra,
});

export const servicePrincipal = (name: string, extra: object = {}): object => ({
  id: objectIdOf(name),
  appId: objectIdOf(`${name}-app`),
  displayName: name,
  servicePrincipalType: 'Application',
  accountEnabled: true,
  appOwnerOrganizationId: DIRECTORY,
  appRoles: [],
  replyUrls: [],
  ...extra,
});

export const appRole = (name: string, value: string): object => ({
  id: objectIdOf(name),
  displayName: name,
  value,
  allowedMemberTypes: ['User', 'Application'],
  isEnabled: true,
});

/** @param role the name of the role; null for access without a role */
export const appRoleAssignment = (principal: string, application: string, role: string | null): object => ({
  id: `${principal}-${application}-${role ?? 'access'}`,
  appRoleId: role === null ? '00000000-0000-0000-0000-000000000000' : objectIdOf(role),
  principalId: objectIdOf(principal),
  principalDisplayName: principal,
  principalType: 'User',
  resourceId: objectIdOf(application),
  resourceDisplayName: application,
  createdDateTime: '2024-01-02T03:04:05Z',
});

export const roleAssignment = (principal: string, roleDefinitionId: string, directoryScopeId = '/'): object => ({
  id: `assigned-${principal}-${roleDefinitionId}`,
  principalId: objectIdOf(principal),
  roleDefinitionId,
  directoryScopeId,
});

export const BUILT_IN = {
  globalAdministrator: '62e90394-69f5-4237-9190-012177145e10',
  helpdesk: '729827e3-9c14-49f7-bb1b-9608f156bbb8',
  applications: '9b895d92-2cd3-44c7-9d02-a6ac2d5ea5c3',
  guestInviter: '95e79109-95c0-4d8e-aee3-d01accf2d47b',
};
