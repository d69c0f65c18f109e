import type { Mount } from '../../platform/http/mount';
import { callsOfRole } from './preview';
import type { RolesService } from './service';

/** Mounts the calls about roles. */
export function roleRoutes(mount: Mount, roles: RolesService): void {
  mount('GET /v1/roles', async ({ tenantId, principal }) => ({ roles: await roles.list(tenantId), grantable: roles.grantable(principal) }));

  mount('POST /v1/roles', async ({ principal, body: { name, description, rights, accounts, members }, audit }) => {
    const role = await roles.add(principal, { name, description, rights, accounts, members });
    audit({ after: role });
    return role;
  });

  mount('PUT /v1/roles/{role_id}', async ({ principal, path, body: { name, description, rights, accounts, members, version }, audit }) => {
    const changed = await roles.change(principal, path.role_id, { name, description, rights, accounts, members, version });
    audit(changed);
    return changed.after;
  });

  mount('DELETE /v1/roles/{role_id}', async ({ principal, path, audit }) => {
    audit({ before: await roles.remove(principal, path.role_id) });
    return undefined;
  });

  mount('POST /v1/roles/preview', async ({ body: { rights, accounts } }) => ({ subjects: callsOfRole(rights, accounts.length > 0) }));
}
