import { kindOfGcpPermission } from './action-kinds';
import { isInBasicRoles } from './known-permissions';

export const BASIC_ROLES: readonly string[] = ['roles/owner', 'roles/editor', 'roles/viewer'];

/** A permission of the editor role despite allowing impersonation. */
const EDITOR_MAY = /^iam\.(?:serviceAccounts\.actAs|serviceAccountKeys\.create|serviceAccountKeys\.enable)$/;

/**
 * Returns the permissions of a basic role that no file of the bundle describes, out of the relevant ones. A viewer reads, an editor also changes, and
 * an owner also manages IAM policies.
 * @see Google Cloud, "Roles and permissions", Basic roles
 */
export function basicRolePermissions(role: string, permissions: readonly string[]): string[] {
  return permissions.filter((name) => {
    if (!isInBasicRoles(name)) return false;
    const kind = kindOfGcpPermission(name);
    if (role === 'roles/owner') return true;
    if (role === 'roles/editor') return kind !== 'ADMIN' || EDITOR_MAY.test(name);
    return kind === 'READ' && !/^(?:secretmanager\.versions\.access|iam\.serviceAccounts\.get(?:AccessToken|OpenIdToken))$/.test(name);
  });
}
