import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database';

/** Time at which a rule last changed between passing and failing, and at which an object last started to fail it; null: never. */
export interface RuleDates {
  changedAt: Date;
  lastFailedAt: Date | null;
}

export async function readStatuses(tx: Tx, tenantId: string): Promise<Map<string, RuleDates>> {
  const rows = await tx.selectFrom('compliance_status').selectAll().where('tenant_id', '=', tenantId).execute();
  return new Map(rows.map((row) => [row.rule_id, datesOf(row)]));
}

function datesOf({ changed_at: changed, last_failed_at: failed }: { changed_at: Date; last_failed_at: Date | null }): RuleDates {
  return { changedAt: new Date(changed), lastFailedAt: failed && new Date(failed) };
}

/** Stores which rules fail. @returns the dates of each rule's last changes */
export async function noteStatuses(tx: Tx, tenantId: string, failing: ReadonlyMap<string, boolean>): Promise<Map<string, RuleDates>> {
  const known = await tx.selectFrom('compliance_status').selectAll().where('tenant_id', '=', tenantId).execute();
  const before = new Map(known.map((row) => [row.rule_id, row]));
  const now = new Date();
  const changed = [...failing].filter(([ruleId, fails]) => before.get(ruleId)?.failing !== fails);
  if (changed.length > 0) {
    await tx
      .insertInto('compliance_status')
      .values(changed.map(([rule_id, fails]) => ({ tenant_id: tenantId, rule_id, failing: fails, changed_at: now })))
      .onConflict((conflict) =>
        conflict
          .columns(['tenant_id', 'rule_id'])
          .doUpdateSet({ failing: sql<boolean>`excluded.failing`, changed_at: sql<Date>`excluded.changed_at` }),
      )
      .execute();
  }
  const dates = new Map(known.map((row) => [row.rule_id, datesOf(row)]));
  for (const [ruleId] of changed) dates.set(ruleId, { changedAt: now, lastFailedAt: dates.get(ruleId)?.lastFailedAt ?? null });
  return dates;
}

/** Stores when an object last started to fail a rule. */
export async function noteLastFailed(tx: Tx, tenantId: string, ruleId: string, at: Date): Promise<void> {
  await tx.updateTable('compliance_status').set({ last_failed_at: at }).where('tenant_id', '=', tenantId).where('rule_id', '=', ruleId).execute();
}
