import type { Tenant } from '@cam/contracts/server';
import { accountLimitOf } from '../../platform/http/limited-token';
import type { Mount } from '../../platform/http/mount';
import { refuseOtherSeverity } from './notification-rules';
import type { NotificationSettings } from './notification-settings';
import type { SignIn } from './sign-in';
import type { TenantsService } from './service';

export interface TenantsAreas {
  tenants: TenantsService;
  notifications: NotificationSettings;
  signIn: SignIn;
  /** Queues due digests of the tenant. */
  digest: { queueDue(tenantId: string): Promise<void> };
}

export function tenantsRoutes(mount: Mount, { tenants, notifications, signIn, digest }: TenantsAreas): void {
  mount('GET /v1/tenants/users/auth', async () => signIn.info());
  mount('POST /v1/tenants/users/auth/token', async ({ body }) => signIn.exchange(body));
  mount('GET /v1/tenants', async ({ tenantId, principal, query: { include_organizations: withOrganizations } }) => {
    const tenant = await tenants.read(tenantId, { withOrganizations });
    const accountIds = accountLimitOf(principal);
    return { tenant: accountIds ? withinAccounts(tenant, accountIds) : tenant };
  });
  mount('PATCH /v1/tenants', async ({ tenantId, body, audit }) => {
    const before = await tenants.read(tenantId);
    await tenants.change(tenantId, body.tenant);
    const tenant = await tenants.read(tenantId);
    audit({ before: { name: before.name, address: before.address }, after: { name: tenant.name, address: tenant.address } });
    return { tenant, error: '' };
  });
  mount('GET /v1/tenants/users', async ({ principal, query }) => ({ user: await tenants.user(principal, query.email), error: '' }));
  mount('PATCH /v1/tenants/users', async ({ principal, body, audit }) => {
    const { email, ...change } = body.user;
    // The service refuses another user's profile.
    const before = await tenants.user(principal, principal.email);
    const user = await tenants.changeUser(principal, email, change, { oldPassword: body.old_password, newPassword: body.new_password });
    audit({ before, after: { ...user, ...(body.new_password === undefined ? {} : { new_password: body.new_password }) } });
    if (change.alert_info) await digest.queueDue(principal.tenantId);
    return { user, error: '' };
  });
  mount('GET /v1/tenants/notification', async ({ tenantId }) => ({ notification_info: await notifications.list(tenantId) }));
  mount('PUT /v1/tenants/notification/{severity}', async ({ tenantId, path: { severity }, body, audit }) => {
    refuseOtherSeverity(severity, body.severity, body.notification_info.severity);
    const before = (await notifications.list(tenantId)).find((info) => info.severity === severity);
    const notification_info = await notifications.save(tenantId, severity, body.notification_info);
    audit({ before, after: notification_info });
    return { notification_info };
  });
}

/** Leaves only what a token that is limited to accounts may know about the tenant. */
function withinAccounts(tenant: Tenant, accountIds: readonly string[]): Tenant {
  return {
    ...tenant,
    account_info: tenant.account_info.filter(({ account_id: id }) => accountIds.includes(id)),
    ...{ organization_info: [], sub_organization: [], correlated_sources: [], shadow_accounts: {}, alertSettings: [] },
  };
}
