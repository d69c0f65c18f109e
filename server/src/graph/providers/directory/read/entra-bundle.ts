import type { IdpEntry } from './idp-entry';

/** The files of a bundle of a tenant of Entra ID: answers of Microsoft Graph. Null: the bundle has no such file. */
export interface EntraBundle {
  users: IdpEntry[] | null;
  /** What of second factors each user has enrolled. */
  registrations: IdpEntry[] | null;
  groups: IdpEntry[] | null;
  /** Members in files named by their group, or `{ groupId, members }`. */
  groupMembers: IdpEntry[] | null;
  /** With the roles of each application. */
  servicePrincipals: IdpEntry[] | null;
  appRoleAssignments: IdpEntry[] | null;
  /** Consents: what applications may do for whom is signed in to them. */
  permissionGrants: IdpEntry[] | null;
  /** Role assignments and role definitions, or activated roles with their members. */
  directoryRoles: IdpEntry[] | null;
  signIns: IdpEntry[] | null;
  /** What administrators and applications changed in the directory. */
  directoryAudits: IdpEntry[] | null;
}
