import { sql } from 'kysely';
import type { Context } from '../context';
import type { Mount } from '../http/mount';

/** Types of data whose count the dashboard sums up as objects. */
const DATA_TYPES = ['OBJECT_STORE', 'RELATIONAL_DB', 'NOSQL_DB', 'DISK', 'KEYSTORE'];

export function inventoryRoutes(mount: Mount, ctx: Context): void {
  mount('GET /v1/graph-querymgr/dashboard', async ({ tenantId, query }) => {
    const { counts, accounts, privileges, open } = await ctx.db.tenant(tenantId, async (tx) => {
      const ofAccount = query.account_id ? sql`and account_id = ${query.account_id}` : sql``;
      const counted = await sql<{ type: string; n: string }>`
        select type, count(*) n from graph_entity where tenant_id = ${tenantId} and valid_to is null ${ofAccount} group by type order by count(*) desc, type`.execute(
        tx,
      );
      const sources = await sql<{ n: string }>`select count(*) n from source where tenant_id = ${tenantId} ${ofAccount}`.execute(tx);
      const actions = await sql<{ n: string }>`
        select count(distinct action) n from graph_access a join source s on s.tenant_id = a.tenant_id and s.uid = a.source_uid, jsonb_array_elements_text(a.actions) action
        where a.tenant_id = ${tenantId} and a.valid_to is null ${query.account_id ? sql`and s.account_id = ${query.account_id}` : sql``}`.execute(tx);
      const open = await sql<{ n: string }>`
        select count(*) n from graph_entity where tenant_id = ${tenantId} and valid_to is null ${ofAccount} and type in (${sql.join(DATA_TYPES)}) and class_id in (
          select a.class_id from graph_entity i
            join graph_profile_class p on p.tenant_id = i.tenant_id and p.profile_id = i.profile_id and p.valid_to is null
            join graph_access a on a.tenant_id = p.tenant_id and a.pclass_id = p.pclass_id and a.valid_to is null
          where i.tenant_id = ${tenantId} and i.valid_to is null and i.type = 'PUBLIC_NODE')`.execute(tx);
      return {
        open: Number(open.rows[0]?.n ?? 0),
        counts: counted.rows.map(({ type, n }) => ({ type, count: Number(n) })),
        accounts: Number(sources.rows[0]?.n ?? 0),
        privileges: Number(actions.rows[0]?.n ?? 0),
      };
    });
    const of = (type: string): number => counts.find((row) => row.type === type)?.count ?? 0;
    return {
      account_count: accounts,
      user_info: { user_count: of('USER'), active_user_count: null },
      data_info: { object_count: DATA_TYPES.reduce((sum, type) => sum + of(type), 0), public_object_count: open },
      privilege_info: { privilege_count: privileges, used_privilege_count: null },
      entity_counts: counts.filter(({ type }) => type !== 'ACCOUNT_DATA'),
    };
  });
}
