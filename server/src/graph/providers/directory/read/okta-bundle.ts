import type { IdpEntry } from './idp-entry';

/** The files of an Okta bundle: responses of its Management API. Null where the bundle has no such file. */
export interface OktaBundle {
  users: IdpEntry[] | null;
  groups: IdpEntry[] | null;
  /** Users in files named after their group, groups in files named after their user, or `{ groupId, members }`. */
  groupMembers: IdpEntry[] | null;
  apps: IdpEntry[] | null;
  /** Application users and group assignments. Their links name the application. */
  appAssignments: IdpEntry[] | null;
  /** Role assignments and definitions of custom roles. */
  roles: IdpEntry[] | null;
  /** Enrolled factors in files named after their user, or `{ userId, factors }`. */
  factors: IdpEntry[] | null;
  /** Policies of any type, and rules in files named after their policy. */
  policies: IdpEntry[] | null;
  policyRules: IdpEntry[] | null;
  /** Files that contain factors, including empty ones. */
  factorFiles: readonly string[];
  logs: IdpEntry[] | null;
}
