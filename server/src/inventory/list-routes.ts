import { typeNamePlural } from '@cam/contracts/server';
import type { Mount } from '../http/mount';
import { chosenColumns, csvReply } from '../http/csv-reply';
import { unprocessable } from '../http/errors';
import type { Asked } from './answers';
import { ENTITY_COLUMNS, PRIVILEGE_COLUMNS, UNUSED_COLUMNS } from './csv-exports';
import type { EntityListing } from './entity-list';
import type { InventoryService } from './service';

const PAGE_SIZE = 20;

/** Lists that the server pages, sorts and searches, each as a page and as a whole file. */
export function listRoutes(mount: Mount, { lists, services, privileges, unused }: InventoryService): void {
  const asked = ({ tenantId, query }: { tenantId: string; query: { account_id?: string } }): Asked => ({
    tenantId,
    accountId: query.account_id ?? null,
  });

  mount('GET /v1/graph-querymgr/entities', (call) => {
    const { page_number: page = 0, page_size: pageSize = PAGE_SIZE } = call.query;
    return lists.page(asked(call), listingOf(call.query, typesOf(call.query.type)), page, pageSize);
  });
  mount('GET /v1/graph-querymgr/entities/export', async (call) => {
    const types = typesOf(call.query.type);
    const name = { name: typeNamePlural(types[0] ?? ''), search: call.query.search };
    return csvReply(name, chosenColumns(ENTITY_COLUMNS, call.query.columns), lists.all(asked(call), listingOf(call.query, types)));
  });
  for (const [key, types] of PICKED) {
    mount(key, (call) => {
      const { page_number: page = 0, page_size: pageSize = PAGE_SIZE } = call.query;
      return lists.page(asked(call), listingOf(call.query, types), page, pageSize);
    });
  }
  mount('GET /v1/resources/services', (call) => {
    const {
      usage = 'ALL',
      source = null,
      search = '',
      sorted_asc: ascending = true,
      page_number: page = 0,
      page_size: pageSize = PAGE_SIZE,
    } = call.query;
    return services.list(asked(call), { usage, source, search: search.trim(), ascending, page, pageSize });
  });

  mount('GET /v1/graph-querymgr/privileges/{view_type}', (call) => {
    const {
      search = '',
      sensitive = false,
      sorted_field: sort,
      sorted_asc: ascending = true,
      page_number: page = 0,
      page_size: pageSize = PAGE_SIZE,
    } = call.query;
    return privileges.list(asked(call), { view: call.path.view_type, search: search.trim(), sensitive, sort, ascending, page, pageSize });
  });
  mount('GET /v1/graph-querymgr/privileges/{view_type}/export', async (call) => {
    const { search = '', sensitive = false, sorted_field: sort, sorted_asc: ascending = true, columns } = call.query;
    const view = call.path.view_type;
    const rows = privileges.all(asked(call), { view, search: search.trim(), sensitive, sort, ascending });
    return csvReply({ name: 'Privileges', type: view, search }, chosenColumns(PRIVILEGE_COLUMNS, columns), rows);
  });
  mount('GET /v1/graph-querymgr/privilege-users', (call) => {
    const { name, source, page_number: page = 0, page_size: limit = MOST_USERS } = call.query;
    return privileges.users(asked(call), name, source, { limit, offset: page * limit });
  });

  mount('GET /v1/graph-querymgr/unused-accesses', (call) => {
    const { page_number: page, page_size: limit = PAGE_SIZE } = call.query;
    return unused.read(asked(call), call.query, page === undefined ? undefined : { limit, offset: page * limit });
  });
  mount('POST /v1/graph-querymgr/unused-accesses/report', async ({ tenantId, body }) => {
    const rows = unused.all({ tenantId, accountId: body.account_id ?? null }, body);
    const name = { name: body.identity_type, type: body.request_type, search: body.search };
    return csvReply(name, chosenColumns(UNUSED_COLUMNS, body.columns), rows);
  });
}

/** The users of a privilege that are listed unless the call says otherwise. */
const MOST_USERS = 500;

const PICKED = [
  ['GET /v1/resources/groups', ['GROUP', 'FEDERATED_GROUP']],
  ['GET /v1/resources/roles', ['ROLE']],
  ['GET /v1/resources/scopes', ['SCOPE']],
] as const;

interface ListQuery {
  source?: string;
  search?: string;
  usage?: EntityListing['usage'];
  sorted_field?: EntityListing['sort'];
  sorted_asc?: boolean;
}

function listingOf({ source, search, usage, sorted_field: sort, sorted_asc: ascending = true }: ListQuery, types: readonly string[]): EntityListing {
  return { types, source: source ?? null, search: (search ?? '').trim(), usage, sort, ascending };
}

function typesOf(text: string): string[] {
  const types = text.split(',').filter((word) => word !== '');
  if (types.length === 0) throw unprocessable('TYPE_MISSING', 'Name at least one type of entity.');
  return types;
}
