import { sql, type RawBuilder } from 'kysely';
import type { Api, PrivilegeRow } from '@cam/contracts/server';
import type { Tx } from '../../../platform/db/database';
import { privilegeHolders } from '../counts/privilege-holders';
import type { AccountNames, InventoryRequest } from './answers';
import type { Overview } from './overview';
import { privilegeQuery } from './queries';
import { countFacts, readFactKeys, readFacts, type FactFilter } from './store';

type View = Api['GET /v1/graph-querymgr/privileges/{view_type}']['path']['view_type'];

type Sort = NonNullable<Api['GET /v1/graph-querymgr/privileges/{view_type}']['query']['sorted_field']>;

/** The privileges and the order of a list; the default order is that of the view. */
export interface PrivilegeListing {
  view: View;
  search: string;
  sensitive: boolean;
  sort?: Sort;
  ascending: boolean;
}

/** Page size for reading a whole list. */
const CHUNK = 1000;

const USED = sql<number>`(f.value ->> 'used_90')::int`;

/** Used: at least one user within 90 days. Unused: none, as far as logs cover it. */
const VIEWS: Record<View, { where: RawBuilder<boolean>; orderBy: RawBuilder<unknown> }> = {
  ALL: { where: sql<boolean>`true`, orderBy: sql`f.name, f.key` },
  USED: { where: sql<boolean>`${USED} > 0`, orderBy: sql`${USED} desc, f.name, f.key` },
  UNUSED: { where: sql<boolean>`${USED} = 0`, orderBy: sql`(f.value ->> 'users_unused')::int desc, f.name, f.key` },
};

const SUMS = { ALL: 'all', USED: 'used', UNUSED: 'unused' } as const;

const number = (field: string): RawBuilder<unknown> => sql`(f.value ->> ${sql.lit(field)})::int`;

const SORTS: Record<Sort, RawBuilder<unknown>> = {
  name: sql`f.name`,
  source: sql`f.account_id`,
  users_total: number('users_total'),
  users_unused: number('users_unused'),
  used_90: number('used_90'),
  used_30: number('used_30'),
  used_7: number('used_7'),
};

/** The privileges that users hold and use. */
export class Privileges {
  constructor(private readonly overview: Overview) {}

  list(
    request: InventoryRequest,
    { page, pageSize, ...listing }: PrivilegeListing & { page: number; pageSize: number },
  ): Promise<Api['GET /v1/graph-querymgr/privileges/{view_type}']['answer']> {
    return this.overview.read(request, async (tx, names, counted) => {
      const rows = await readFacts(tx, request.tenantId, 'privilege', { ...wantedOf(request, listing), limit: pageSize, offset: page * pageSize });
      const views = await this.#counts(tx, request, listing);
      const total = views.find(({ view }) => view === listing.view)?.count ?? 0;
      return {
        ...counted,
        privilege_summary: rows.map((row) => toRow(row, names)),
        total,
        has_next: (page + 1) * pageSize < total,
        has_prev: page > 0,
        views,
      };
    });
  }

  /** Counts the rows of each view. Only searches are counted on request. */
  async #counts(tx: Tx, request: InventoryRequest, listing: PrivilegeListing): Promise<{ view: View; count: number }[]> {
    const views = Object.keys(VIEWS) as View[];
    if (listing.search === '') {
      const totals = await readFacts(tx, request.tenantId, 'privilege_total', request);
      const sums = totals.map((total) => (listing.sensitive ? total.sensitive : total));
      return views.map((view) => ({ view, count: sums.reduce((sum, one) => sum + one[SUMS[view]], 0) }));
    }
    const counts: { view: View; count: number }[] = [];
    for (const view of views)
      counts.push({ view, count: await countFacts(tx, request.tenantId, 'privilege', wantedOf(request, { ...listing, view })) });
    return counts;
  }

  /** Yields all privileges of a list in parts. */
  async *all(request: InventoryRequest, listing: PrivilegeListing): AsyncGenerator<PrivilegeRow[]> {
    const keys = await this.overview.read(request, (tx) => readFactKeys(tx, request.tenantId, 'privilege', wantedOf(request, listing)));
    for (let start = 0; start < keys.length; start += CHUNK) {
      const part = { keys: keys.slice(start, start + CHUNK), orderBy: wantedOf(request, listing).orderBy };
      yield await this.overview.read(request, async (tx, names) =>
        (await readFacts(tx, request.tenantId, 'privilege', part)).map((row) => toRow(row, names)),
      );
    }
  }

  /** Returns the holders of a privilege in an account, most recent use first. */
  users(
    request: InventoryRequest,
    name: string,
    source: string,
    at: { limit: number; offset: number },
  ): Promise<Api['GET /v1/graph-querymgr/privilege-users']['answer']> {
    return this.overview.read(request, async (tx: Tx, names: AccountNames) => {
      const { holders, total } = await privilegeHolders(tx, { tenantId: request.tenantId, now: new Date() }, name, source, at);
      const users = holders.map(({ account_id: id, ...holder }) => ({ ...holder, ...names.of(id) }));
      return { users, total, account_name: names.of(source).account_name, query: privilegeQuery(name, source) };
    });
  }
}

function wantedOf({ accountId }: InventoryRequest, { view, search, sensitive, sort, ascending }: PrivilegeListing): FactFilter {
  const where = sql<boolean>`${VIEWS[view].where} and ${search === '' ? sql`true` : sql`position(lower(${search}) in lower(f.name)) > 0`}
    and ${sensitive ? sql`(f.value ->> 'sensitive')::boolean` : sql`true`}`;
  const direction = ascending ? sql`asc nulls last` : sql`desc nulls last`;
  return { accountId, where, orderBy: sort ? sql`${SORTS[sort]} ${direction}, f.name, f.key` : VIEWS[view].orderBy };
}

function toRow({ account_id: id, ...row }: Omit<PrivilegeRow, 'query' | 'account_name'>, names: AccountNames): PrivilegeRow {
  return { ...row, ...names.of(id), query: privilegeQuery(row.name, id) };
}
