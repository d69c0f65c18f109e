import { accountLimitOf } from '../../../platform/http/limited-token';
import type { Mount } from '../../../platform/http/mount';
import type { InventoryRequest } from './answers';
import { listRoutes } from './list-routes';
import { resourceTypes } from './resource-types';
import type { InventoryService } from './service';

export function inventoryRoutes(mount: Mount, inventory: InventoryService): void {
  const { overview, dashboard, outside, details, health } = inventory;
  const request = ({ tenantId, query }: { tenantId: string; query: { account_id?: string } }): InventoryRequest => ({
    tenantId,
    accountId: query.account_id ?? null,
  });

  listRoutes(mount, inventory);
  mount('GET /v1/graph-querymgr/dashboard', (call) => dashboard.read(request(call), accountLimitOf(call.principal) !== undefined));
  mount('GET /v1/graph-querymgr/identity', (call) => overview.identities(request(call), call.query.type));
  mount('GET /v1/graph-querymgr/networks', (call) => overview.networks(request(call), call.query.type));
  mount('GET /v1/graph-querymgr/objects', (call) => overview.objects(request(call), call.query.type));
  mount('GET /v1/graph-querymgr/account', (call) => overview.accounts(request(call), call.query.source ?? null));
  mount('GET /v1/graph-querymgr/public-objects', (call) => outside.publicObjects(request(call), call.query.type));
  mount('GET /v1/graph-querymgr/shadow-access', (call) => outside.shadowAccess(request(call), call.query.type));
  mount('PATCH /v1/tenants/set-shadow-account-name', async ({ tenantId, body, audit }) => {
    const accountId = body.account_id ?? '';
    const { before, after } = await outside.nameAccount(tenantId, accountId, body.account_name);
    const named = (name: string) => ({ account_id: accountId, account_name: name });
    audit({ before: named(before), after: named(after) });
    return { ...named(after), error: '' };
  });
  mount('GET /v1/graph-querymgr/identity-service', (call) => details.identity(request(call), call.query));
  mount('GET /v1/graph-querymgr/objects-service', (call) => details.object(request(call), call.query));
  mount('GET /v1/graph-querymgr/network-service', (call) => details.network(request(call), call.query));
  mount('GET /v1/policy-reader/supported-resource-types', (call) =>
    overview.read(request(call), async (tx) => ({ resource_info: await resourceTypes(tx, call.tenantId) })),
  );
  mount('GET /beta/healthStatus', (call) => health.read(call.tenantId));
}
