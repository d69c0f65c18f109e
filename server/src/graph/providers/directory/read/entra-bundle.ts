import type { IdpEntry } from './idp-entry';

/** The files of an Entra ID bundle: responses of Microsoft Graph. Null where the bundle has no such file. */
export interface EntraBundle {
  users: IdpEntry[] | null;
  /** Authentication methods that each user registered. */
  registrations: IdpEntry[] | null;
  groups: IdpEntry[] | null;
  /** Members in files named after their group, or `{ groupId, members }`. */
  groupMembers: IdpEntry[] | null;
  /** Service principals with their application roles. */
  servicePrincipals: IdpEntry[] | null;
  appRoleAssignments: IdpEntry[] | null;
  /** Consents: delegated permissions of applications. */
  permissionGrants: IdpEntry[] | null;
  /** Role assignments and definitions, or activated roles with their members. */
  directoryRoles: IdpEntry[] | null;
  conditionalAccessPolicies: IdpEntry[] | null;
  /** Names of the locations that conditional access policies refer to. */
  namedLocations: IdpEntry[] | null;
  signIns: IdpEntry[] | null;
  /** Directory changes by administrators and applications. */
  directoryAudits: IdpEntry[] | null;
}
