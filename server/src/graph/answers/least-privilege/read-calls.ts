import { sql } from 'kysely';
import type { Tx } from '../../../platform/db/database';
import { holdsAt } from '../../store/validity';
import type { UsageCoverage } from '../../engine/usage-coverage';
import type { UsedCall } from './proposal';

/** With this many distinct resources, they are no longer named one by one. */
const MOST_RESOURCES = 25;

/** Returns the allowed uses since a moment, by action, from the log of a source. */
export async function readCalls(
  tx: Tx,
  tenantId: string,
  { names, sourceUid, since }: { names: readonly string[]; sourceUid: string; since: string },
): Promise<UsedCall[]> {
  const { rows } = await sql<{ action: string; resources: string[]; different: number | string; uses: number | string }>`
    select u.action, (array_agg(distinct u.resource_id))[1:${sql.lit(MOST_RESOURCES + 1)}] resources, count(distinct u.resource_id) different, sum(u.count) uses
    from graph_usage u where ${holdsAt('u', tenantId, null)} and u.source_uid = ${sourceUid} and u.identity_id in (${sql.join([...names])})
      and u.count > 0 and u.last_at >= ${since} group by 1 order by 1`.execute(tx);
  return rows.map(({ action, resources, different, uses }) => ({
    action,
    resources: Number(different) > MOST_RESOURCES || resources.includes('') ? [] : resources,
    uses: Number(uses),
  }));
}

export interface SourceLog {
  sourceUid: string;
  cloudType: string;
  accountId: string;
  /** Null: no log. */
  usage: UsageCoverage | null;
}

export async function readLogs(tx: Tx, tenantId: string): Promise<SourceLog[]> {
  const rows = await tx
    .selectFrom('graph_source')
    .select(['source_uid', 'cloud_type', 'account_id', 'usage'])
    .where('tenant_id', '=', tenantId)
    .orderBy('source_uid')
    .execute();
  return rows.map(({ source_uid: sourceUid, cloud_type: cloudType, account_id: accountId, usage }) => ({ sourceUid, cloudType, accountId, usage }));
}
