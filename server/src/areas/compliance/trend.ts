import { sql } from 'kysely';
import type { TrendPoint } from '@cam/contracts/server';
import type { Tx } from '../../platform/db/database';
import type { RuleCounts } from './tables';

/** Days of a trend that are stored, and shown. */
const KEPT = 400;
const SHOWN = 60;

/** The account id of counts over all accounts. */
export const ALL_ACCOUNTS = '';

/** The last snapshot of a day (UTC). */
export interface SnapshotDay {
  day: string;
  snapshotId: number;
}

/** Stores the state of all rules at the end of a day, for one account or all. It replaces earlier counts of the day. */
export async function keepDay(
  tx: Tx,
  tenantId: string,
  accountId: string,
  { day, snapshotId }: SnapshotDay,
  rules: ReadonlyMap<string, RuleCounts>,
): Promise<void> {
  const row = { snapshot_id: snapshotId, rules: JSON.stringify(Object.fromEntries(rules)) };
  await tx
    .insertInto('compliance_day')
    .values({ tenant_id: tenantId, account_id: accountId, day, ...row })
    .onConflict((conflict) => conflict.columns(['tenant_id', 'account_id', 'day']).doUpdateSet(row))
    .execute();
  await sql`
    delete from compliance_day d where d.tenant_id = ${tenantId} and d.account_id = ${accountId} and d.day not in (
      select k.day from compliance_day k where k.tenant_id = ${tenantId} and k.account_id = ${accountId} order by k.day desc limit ${KEPT})`.execute(
    tx,
  );
}

/** Returns the days that were not counted, or not with their last snapshot. */
export async function uncounted(tx: Tx, tenantId: string, accountId: string, days: readonly SnapshotDay[]): Promise<SnapshotDay[]> {
  const rows = await tx
    .selectFrom('compliance_day')
    .select(['day', 'snapshot_id'])
    .where('tenant_id', '=', tenantId)
    .where('account_id', '=', accountId)
    .execute();
  const counted = new Map(rows.map((row) => [row.day, Number(row.snapshot_id)]));
  return days.filter(({ day, snapshotId }) => counted.get(day) !== snapshotId);
}

/** Returns the daily state of rules, earliest first. */
export async function readTrend(tx: Tx, tenantId: string, accountId: string, ruleIds: readonly string[]): Promise<TrendPoint[]> {
  const rows = await tx
    .selectFrom('compliance_day')
    .select(['day', 'rules'])
    .where('tenant_id', '=', tenantId)
    .where('account_id', '=', accountId)
    .orderBy('day', 'desc')
    .limit(SHOWN)
    .execute();
  return rows.reverse().map(({ day, rules }) =>
    pointOf(
      day,
      ruleIds.flatMap((id) => (rules[id] ? [rules[id]] : [])),
    ),
  );
}

function pointOf(day: string, counts: readonly RuleCounts[]): TrendPoint {
  const sum = (of: (counts: RuleCounts) => number): number => counts.reduce((all, one) => all + of(one), 0);
  return {
    day,
    failed_count: sum(([failed]) => failed),
    dismissed_count: sum(([, dismissed]) => dismissed),
    passed_count: sum(([, , passed]) => passed),
    failing_tests: sum(([failed]) => (failed > 0 ? 1 : 0)),
    passing_tests: sum(([failed, dismissed, passed]) => (failed === 0 && dismissed + passed > 0 ? 1 : 0)),
  };
}
