import { TIER_NAMES } from '@cam/contracts/server';
import type { Tx } from '../../../platform/db/database';

/** Returns the names of the tiers, in order. */
export async function readTierNames(tx: Tx, tenantId: string): Promise<string[]> {
  const row = await tx.selectFrom('risk_setting').select('tier_names').where('tenant_id', '=', tenantId).executeTakeFirst();
  return row && row.tier_names.length === TIER_NAMES.length ? row.tier_names : [...TIER_NAMES];
}

export async function saveTierNames(tx: Tx, tenantId: string, names: readonly string[], by: string): Promise<void> {
  const tierNames = JSON.stringify(names);
  await tx
    .insertInto('risk_setting')
    .values({ tenant_id: tenantId, tier_names: tierNames, weights: '{}', changed_by: by, changed_at: new Date() })
    .onConflict((taken) => taken.column('tenant_id').doUpdateSet({ tier_names: tierNames, changed_by: by, changed_at: new Date() }))
    .execute();
}
