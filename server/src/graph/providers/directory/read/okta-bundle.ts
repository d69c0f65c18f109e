import type { IdpEntry } from './idp-entry';

/** The files of a bundle of an Okta org: answers of its Management API. Null: the bundle has no such file. */
export interface OktaBundle {
  users: IdpEntry[] | null;
  groups: IdpEntry[] | null;
  /** Users in files named by their group, groups in files named by their user, or `{ groupId, members }`. */
  groupMembers: IdpEntry[] | null;
  apps: IdpEntry[] | null;
  /** Application users and group assignments; their links name the application. */
  appAssignments: IdpEntry[] | null;
  /** Role assignments and definitions of custom roles. */
  roles: IdpEntry[] | null;
  /** Enrolled factors in files named by their user, or `{ userId, factors }`. */
  factors: IdpEntry[] | null;
  /** Policies of any type, and their rules in files named by their policy. */
  policies: IdpEntry[] | null;
  policyRules: IdpEntry[] | null;
  /** The files that factors stood in, those without any entry included. */
  factorFiles: readonly string[];
  logs: IdpEntry[] | null;
}
