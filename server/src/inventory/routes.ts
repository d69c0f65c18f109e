import { Readable } from 'node:stream';
import type { Db } from '../db/database';
import type { Mount } from '../http/mount';
import { unprocessable } from '../http/errors';
import type { Asked } from './answers';
import { resourceTypes } from './resource-types';
import type { InventoryService } from './service';
import { unusedCsv } from './unused-csv';

const PAGE_SIZE = 20;

export function inventoryRoutes(mount: Mount, inventory: InventoryService, db: Pick<Db, 'kind'>): void {
  const { overview, dashboard, privileges, outside, unused, details } = inventory;
  const asked = ({ tenantId, query }: { tenantId: string; query: { account_id?: string } }): Asked => ({
    tenantId,
    accountId: query.account_id ?? null,
  });

  mount('GET /v1/graph-querymgr/dashboard', (call) => dashboard.read(asked(call)));
  mount('GET /v1/graph-querymgr/identity', (call) => overview.identities(asked(call)));
  mount('GET /v1/graph-querymgr/networks', (call) => overview.networks(asked(call)));
  mount('GET /v1/graph-querymgr/objects', (call) => overview.objects(asked(call), call.query.type));
  mount('GET /v1/graph-querymgr/entities', (call) => {
    const { type, source, search = '', sorted_asc: ascending = true, page_number: page = 0, page_size: pageSize = PAGE_SIZE } = call.query;
    const types = type.split(',').filter((word) => word !== '');
    if (types.length === 0) throw unprocessable('TYPE_MISSING', 'Name at least one type of entity.');
    return overview.entities(asked(call), { types, source: source ?? null, search: search.trim(), ascending, page, pageSize });
  });
  mount('GET /v1/graph-querymgr/account', (call) => overview.accounts(asked(call), call.query.source ?? null));
  mount('GET /v1/graph-querymgr/privileges/{view_type}', (call) => {
    const { search = '', sensitive = false, page_number: page = 0, page_size: pageSize = PAGE_SIZE } = call.query;
    return privileges.list(asked(call), { view: call.path.view_type, search: search.trim(), sensitive, page, pageSize });
  });
  mount('GET /v1/graph-querymgr/privilege-users', (call) => privileges.users(asked(call), call.query.name, call.query.source));
  mount('GET /v1/graph-querymgr/public-objects', (call) => outside.publicObjects(asked(call), call.query.type));
  mount('GET /v1/graph-querymgr/shadow-access', (call) => outside.shadowAccess(asked(call)));
  mount('PATCH /v1/tenants/set-shadow-account-name', async ({ tenantId, body }) => {
    const accountId = body.account_id ?? '';
    return { account_id: accountId, account_name: await outside.nameAccount(tenantId, accountId, body.account_name), error: '' };
  });
  mount('GET /v1/graph-querymgr/unused-accesses', (call) => unused.read(asked(call), call.query));
  mount('POST /v1/graph-querymgr/unused-accesses/report', async ({ tenantId, body }) => {
    const answer = await unused.read({ tenantId, accountId: body.account_id ?? null }, body);
    return {
      fileName: `${body.request_type.toLowerCase()}.csv`,
      contentType: 'text/csv; charset=utf-8',
      stream: Readable.from(unusedCsv(answer.items)),
    };
  });
  mount('GET /v1/graph-querymgr/identity-service', (call) => details.identity(asked(call), call.query));
  mount('GET /v1/graph-querymgr/objects-service', (call) => details.object(asked(call), call.query));
  mount('GET /v1/graph-querymgr/network-service', (call) => details.network(asked(call), call.query));
  mount('GET /v1/policy-reader/supported-resource-types', (call) =>
    overview.read(asked(call), async (tx) => ({ resource_info: await resourceTypes(tx, call.tenantId) })),
  );
  mount('GET /beta/healthStatus', (call) =>
    overview.read(asked(call), async (_tx, _names, counted) => ({ status: 'OK' as const, database: db.kind, ...counted })),
  );
}
