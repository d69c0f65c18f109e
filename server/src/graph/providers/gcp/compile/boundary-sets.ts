import { poolOf, serviceAccountsOf } from './members';

/** A principal as boundaries see it. */
export interface BoundPrincipal {
  /** `user:`, `serviceAccount:`, `principal://` or `principalSet://`. */
  member: string;
  /** The sets of all service accounts that contain it; absent where its project is unknown. */
  serviceAccountSets?: readonly string[];
  /** The project of its workload identity pool, by number, and the nodes above up to the organization; absent where they are unknown. */
  poolNodes?: readonly string[];
}

const MANAGER = '//cloudresourcemanager.googleapis.com/';

/**
 * Reports whether the principal set of a boundary may contain a principal. An organization's set contains its Workspace users, service accounts and
 * workforce pools; the sets of folders and projects contain service accounts and workload identity pools. A set may contain a principal whose place
 * is unknown.
 * @param principalSet such as `//cloudresourcemanager.googleapis.com/projects/111`
 * @see https://cloud.google.com/iam/docs/principal-access-boundary-policies
 */
export function mayContain(principalSet: string, { member, serviceAccountSets, poolNodes }: BoundPrincipal): boolean {
  const isUser = member.startsWith('user:');
  const isServiceAccount = member.startsWith('serviceAccount:');
  const pool = poolOf(member);
  if (!isUser && !isServiceAccount && pool === null) return false;
  if (principalSet.startsWith(MANAGER)) {
    const node = principalSet.slice(MANAGER.length);
    if (isServiceAccount) return serviceAccountSets?.includes(serviceAccountsOf(node)) ?? true;
    if (poolNodes) return poolNodes.includes(node);
    if (node.startsWith('organizations/')) return true;
    const project = projectOfPool(member);
    return project !== null && (node.startsWith('folders/') || node === project);
  }
  if (principalSet.includes('/workspace/')) return isUser;
  return pool === `principalSet:${principalSet}/*`;
}

/** Returns the project of a workload identity pool, by number; null for identities outside such pools. */
export function projectOfPool(member: string): string | null {
  return /^principalSet:\/\/iam\.googleapis\.com\/(projects\/[^/]+)\//.exec(poolOf(member) ?? '')?.[1] ?? null;
}
