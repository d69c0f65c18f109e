import { accountLimitOf, withScoreOnly } from '../../../platform/http/limited-token';
import type { Mount } from '../../../platform/http/mount';
import type { Principal } from '../../../platform/http/principal';
import type { InventoryRequest } from './answers';
import { listingOf, type EntityPage } from './entity-list';
import { privilegeListing, typesOf } from './exports';
import type { InventoryService } from './service';

const PAGE_SIZE = 20;

/** Mounts the routes of lists that the server pages, sorts and searches, with their exports. */
export function listRoutes(mount: Mount, { lists, people, services, privileges, unused, exports }: InventoryService): void {
  const request = ({ tenantId, query }: { tenantId: string; query: { account_id?: string } }): InventoryRequest => ({
    tenantId,
    accountId: query.account_id ?? null,
  });

  mount('GET /v1/graph-querymgr/entities', async (call) => {
    const { page_number: page = 0, page_size: pageSize = PAGE_SIZE } = call.query;
    return pageFor(call.principal, await lists.page(request(call), listingOf(call.query, typesOf(call.query.type)), page, pageSize));
  });
  mount('GET /v1/graph-querymgr/entities/export', async (call) => exports.entities(request(call), call.query));
  for (const [key, types] of PICKED) {
    mount(key, async (call) => {
      const { page_number: page = 0, page_size: pageSize = PAGE_SIZE } = call.query;
      return pageFor(call.principal, await lists.page(request(call), listingOf(call.query, types), page, pageSize));
    });
  }
  mount('GET /v1/graph-querymgr/people', (call) => {
    const { search = '', page_number: page = 0, page_size: pageSize = PAGE_SIZE } = call.query;
    return people.list(request(call), search, { page, pageSize });
  });
  mount('GET /v1/graph-querymgr/people/{person_id}', (call) => people.read(request(call), call.path.person_id));
  mount('GET /v1/resources/services', (call) => {
    const {
      usage = 'ALL',
      source = null,
      search = '',
      sorted_asc: ascending = true,
      page_number: page = 0,
      page_size: pageSize = PAGE_SIZE,
    } = call.query;
    return services.list(request(call), { usage, source, search: search.trim(), ascending, page, pageSize });
  });

  mount('GET /v1/graph-querymgr/privileges/{view_type}', (call) => {
    const { page_number: page = 0, page_size: pageSize = PAGE_SIZE } = call.query;
    return privileges.list(request(call), { ...privilegeListing(call.path.view_type, call.query), page, pageSize });
  });
  mount('GET /v1/graph-querymgr/privileges/{view_type}/export', async (call) => exports.privileges(request(call), call.path.view_type, call.query));
  mount('GET /v1/graph-querymgr/privilege-users', (call) => {
    const { name, source, page_number: page = 0, page_size: limit = MOST_USERS } = call.query;
    return privileges.users(request(call), name, source, { limit, offset: page * limit });
  });

  mount('GET /v1/graph-querymgr/unused-accesses', (call) => {
    const { page_number: page, page_size: limit = PAGE_SIZE } = call.query;
    return unused.read(request(call), call.query, page === undefined ? undefined : { limit, offset: page * limit });
  });
  mount('POST /v1/graph-querymgr/unused-accesses/report', async ({ tenantId, body }) =>
    exports.unused({ tenantId, accountId: body.account_id ?? null }, body),
  );
}

function pageFor<Page extends EntityPage>(principal: Principal, page: Page): Page {
  return accountLimitOf(principal) ? { ...page, rows: page.rows.map(withScoreOnly) } : page;
}

/** Default number of users to list per privilege. */
const MOST_USERS = 500;

const PICKED = [
  ['GET /v1/resources/groups', ['GROUP', 'FEDERATED_GROUP']],
  ['GET /v1/resources/roles', ['ROLE']],
  ['GET /v1/resources/scopes', ['SCOPE']],
] as const;
