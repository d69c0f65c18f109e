import { sql } from 'kysely';
import type { Tx } from '../db/database';

/** When rules last went from passing to failing or back. */
export async function readStatuses(tx: Tx, tenantId: string): Promise<Map<string, Date>> {
  const rows = await tx.selectFrom('compliance_status').select(['rule_id', 'changed_at']).where('tenant_id', '=', tenantId).execute();
  return new Map(rows.map((row) => [row.rule_id, new Date(row.changed_at)]));
}

/** Remembers which rules went from passing to failing or back, and says when each last did. */
export async function noteStatuses(tx: Tx, tenantId: string, failing: ReadonlyMap<string, boolean>): Promise<Map<string, Date>> {
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
  const dates = new Map(known.map((row) => [row.rule_id, new Date(row.changed_at)]));
  for (const [ruleId] of changed) dates.set(ruleId, now);
  return dates;
}
