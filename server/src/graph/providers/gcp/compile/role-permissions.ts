import { kindOfGcpPermission } from './action-kinds';
import { isInBasicRoles } from './known-permissions';

export const BASIC_ROLES: readonly string[] = ['roles/owner', 'roles/editor', 'roles/viewer'];

/** What an editor may, although it lets one act as a service account. */
const EDITOR_MAY = /^iam\.(?:serviceAccounts\.actAs|serviceAccountKeys\.create|serviceAccountKeys\.enable)$/;

/**
 * What a basic role holds where no file of the bundle describes it: of the permissions that are asked about those that Google says it has.
 * A viewer sees, an editor changes as well, an owner also says who may do what.
 * Source: Google Cloud, "Roles and permissions", Basic roles.
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
