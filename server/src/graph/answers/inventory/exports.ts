import { ENTITY_SORTS, PRIVILEGE_SORTS, typeNamePlural, UNUSED_SORTS, type Api, type CsvColumn, type DownloadCriteria } from '@cam/contracts/server';
import { chosenColumns, csvReply, type CsvTitle } from '../../../platform/http/csv-reply';
import { unprocessable } from '../../../platform/http/errors';
import type { FileReply } from '../../../platform/http/file-reply';
import type { InventoryRequest } from './answers';
import { ENTITY_COLUMNS, PRIVILEGE_COLUMNS, UNUSED_COLUMNS } from './csv-exports';
import { listingOf, type EntityLists } from './entity-list';
import type { Overview } from './overview';
import type { PrivilegeListing, Privileges } from './privileges';
import type { UnusedAccess } from './unused';
import type { UnusedView } from './unused-items';

type View = Api['GET /v1/graph-querymgr/privileges/{view_type}']['path']['view_type'];
type PrivilegeQuery = Api['GET /v1/graph-querymgr/privileges/{view_type}/export']['query'];

const SORTS = { ENTITIES: ENTITY_SORTS, PRIVILEGES: PRIVILEGE_SORTS, UNUSED_ACCESS: UNUSED_SORTS } as const;

/**
 * Parses comma-separated types.
 * @throws 422 when there is none
 */
export function typesOf(text: string): string[] {
  const types = text.split(',').filter((word) => word !== '');
  if (types.length === 0) throw unprocessable('TYPE_MISSING', 'Choose at least one entity type.');
  return types;
}

export function privilegeListing(view: View, query: Omit<PrivilegeQuery, 'columns'>): PrivilegeListing {
  const { search = '', sensitive = false, sorted_field: sort, sorted_asc: ascending = true } = query;
  return { view, search: search.trim(), sensitive, sort, ascending };
}

/** Exports whole lists as CSV, streamed while they are read. */
export class InventoryExports {
  constructor(private readonly inventory: { overview: Overview; lists: EntityLists; privileges: Privileges; unused: UnusedAccess }) {}

  entities(request: InventoryRequest, { columns, ...query }: Api['GET /v1/graph-querymgr/entities/export']['query']): Promise<FileReply> {
    const types = typesOf(query.type);
    const name = { name: typeNamePlural(types[0] ?? ''), search: query.search };
    return this.#reply(request, name, chosenColumns(ENTITY_COLUMNS, columns), this.inventory.lists.all(request, listingOf(query, types)));
  }

  privileges(request: InventoryRequest, view: View, { columns, ...query }: PrivilegeQuery): Promise<FileReply> {
    const name = { name: 'Privileges', type: view, search: query.search };
    const rows = this.inventory.privileges.all(request, privilegeListing(view, query));
    return this.#reply(request, name, chosenColumns(PRIVILEGE_COLUMNS, columns), rows);
  }

  /** Exports a table of unused access. Its last line says how many exclusions hide. */
  async unused(request: InventoryRequest, { columns, ...view }: UnusedView & { columns?: string }): Promise<FileReply> {
    const excluded = await this.inventory.unused.countExcluded(request, view);
    const closing = excluded === 0 ? undefined : `${excluded} excluded`;
    const name = { name: view.identity_type, type: view.request_type, search: view.search, closing };
    return this.#reply(request, name, chosenColumns(UNUSED_COLUMNS, columns), this.inventory.unused.all(request, view));
  }

  /** Exports a list by the criteria of a data download. Missing criteria take the defaults of the list's page. */
  async byCriteria(view: keyof typeof SORTS, request: InventoryRequest, criteria: DownloadCriteria): Promise<FileReply> {
    const { sorted_field: sort } = criteria;
    if (sort && !(SORTS[view] as readonly string[]).includes(sort))
      throw unprocessable('NO_SUCH_ORDER', `This list cannot be sorted by "${sort}". Sort it by one of ${SORTS[view].join(', ')}.`);
    const { view_type: usage = 'ALL', type = '', identity_type = 'UNUSED_ROLE', request_type = 'UNUSED_SUMMARY', ...rest } = criteria;
    if (view === 'ENTITIES') return this.entities(request, { ...rest, type } as Parameters<InventoryExports['entities']>[1]);
    if (view === 'PRIVILEGES') return this.privileges(request, usage, rest as PrivilegeQuery);
    return this.unused(request, { ...rest, identity_type, request_type } as UnusedView);
  }

  async #reply<Row>(request: InventoryRequest, title: CsvTitle, columns: CsvColumn<Row>[], rows: AsyncIterable<Row[]>): Promise<FileReply> {
    return csvReply({ ...title, partial: await this.inventory.overview.partial(request) }, columns, rows);
  }
}
