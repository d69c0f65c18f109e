import { sql, type RawBuilder } from 'kysely';
import type { Api, PrivilegeRow } from '@cam/contracts/server';
import type { Tx } from '../db/database';
import { privilegeHolders } from '../graph/inventory/privilege-holders';
import type { AccountNames, Asked } from './answers';
import type { Overview } from './overview';
import { privilegeQuery } from './queries';
import { countFacts, readFacts } from './store';

type View = Api['GET /v1/graph-querymgr/privileges/{view_type}']['path']['view_type'];

const USED = sql<number>`(f.value ->> 'used_90')::int`;

/** Used is what somebody used within 90 days; unused what nobody did, as far as a log tells. */
const VIEWS: Record<View, { where: RawBuilder<boolean>; orderBy: RawBuilder<unknown> }> = {
  ALL: { where: sql<boolean>`true`, orderBy: sql`f.name, f.key` },
  USED: { where: sql<boolean>`${USED} > 0`, orderBy: sql`${USED} desc, f.name, f.key` },
  UNUSED: { where: sql<boolean>`${USED} = 0`, orderBy: sql`(f.value ->> 'users_unused')::int desc, f.name, f.key` },
};

export class Privileges {
  constructor(private readonly overview: Overview) {}

  list(
    asked: Asked,
    { view, search, sensitive, page, pageSize }: { view: View; search: string; sensitive: boolean; page: number; pageSize: number },
  ): Promise<Api['GET /v1/graph-querymgr/privileges/{view_type}']['answer']> {
    return this.overview.read(asked, async (tx, names, counted) => {
      const conditionOf = (of: View): RawBuilder<boolean> =>
        sql<boolean>`${VIEWS[of].where} and ${search === '' ? sql`true` : sql`position(lower(${search}) in lower(f.name)) > 0`}
          and ${sensitive ? sql`(f.value ->> 'sensitive')::boolean` : sql`true`}`;
      const wanted = { accountId: asked.accountId, where: conditionOf(view) };
      const rows = await readFacts(tx, asked.tenantId, 'privilege', {
        ...wanted,
        orderBy: VIEWS[view].orderBy,
        limit: pageSize,
        offset: page * pageSize,
      });
      const views: { view: View; count: number }[] = [];
      for (const of of Object.keys(VIEWS) as View[])
        views.push({ view: of, count: await countFacts(tx, asked.tenantId, 'privilege', { accountId: asked.accountId, where: conditionOf(of) }) });
      const total = views.find((one) => one.view === view)?.count ?? 0;
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

  /** Who has a privilege in an account; whoever used it last comes first. */
  users(asked: Asked, name: string, source: string): Promise<Api['GET /v1/graph-querymgr/privilege-users']['answer']> {
    return this.overview.read(asked, async (tx: Tx, names: AccountNames) => {
      const { holders, total } = await privilegeHolders(tx, { tenantId: asked.tenantId, now: new Date() }, name, source);
      return { users: holders.map(({ account_id: id, ...holder }) => ({ ...holder, ...names.of(id) })), total };
    });
  }
}

function toRow({ account_id: id, ...row }: Omit<PrivilegeRow, 'query' | 'account_name'>, names: AccountNames): PrivilegeRow {
  return { ...row, ...names.of(id), query: privilegeQuery(row.name, id) };
}
