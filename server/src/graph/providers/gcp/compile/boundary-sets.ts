import { poolOf, serviceAccountsOf } from './members';

/** A principal as boundaries see it. */
export interface BoundPrincipal {
  /** `user:`, `serviceAccount:`, `principal://` or `principalSet://`. */
  member: string;
  /** The sets of all service accounts that contain it; absent where its project is unknown. */
  serviceAccountSets?: readonly string[];
}

const MANAGER = '//cloudresourcemanager.googleapis.com/';

/**
 * Reports whether the principal set of a boundary may contain a principal. An organization's set contains its Workspace users, service accounts and
 * workforce pools; the sets of folders and projects contain service accounts and workload identity pools. A set may contain a principal whose place
 * is unknown.
 * @param principalSet such as `//cloudresourcemanager.googleapis.com/projects/111`
 * @see https://cloud.google.com/iam/docs/principal-access-boundary-policies
 */
export function mayContain(principalSet: string, { member, serviceAccountSets }: BoundPrincipal): boolean {
  const isUser = member.startsWith('user:');
  const isServiceAccount = member.startsWith('serviceAccount:');
  const pool = poolOf(member);
  if (!isUser && !isServiceAccount && pool === null) return false;
  if (principalSet.startsWith(MANAGER)) {
    const node = principalSet.slice(MANAGER.length);
    if (isServiceAccount) return serviceAccountSets?.includes(serviceAccountsOf(node)) ?? true;
    if (node.startsWith('organizations/')) return true;
    const project = pool === null ? undefined : /\/\/iam\.googleapis\.com\/(projects\/[^/]+)\//.exec(pool)?.[1];
    return project !== undefined && (node.startsWith('folders/') || node === project);
  }
  if (principalSet.includes('/workspace/')) return isUser;
  return pool === `principalSet:${principalSet}/*`;
}
