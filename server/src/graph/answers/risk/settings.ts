import type { RiskWeights } from '@cam/contracts/server';
import { TIER_NAMES } from '@cam/contracts/server';
import type { Tx } from '../../../platform/db/database';
import { DEFAULT_WEIGHTS } from './weights';

/** Returns the weights of a tenant. */
export async function readWeights(tx: Tx, tenantId: string): Promise<RiskWeights> {
  const row = await tx.selectFrom('risk_setting').select('weights').where('tenant_id', '=', tenantId).executeTakeFirst();
  // A weight that was added after the tenant saved its own has its default.
  const saved = row?.weights as Partial<RiskWeights> | undefined;
  return { ...DEFAULT_WEIGHTS, ...saved, exposure: { ...DEFAULT_WEIGHTS.exposure, ...saved?.exposure } };
}

export async function saveWeights(tx: Tx, tenantId: string, weights: RiskWeights, by: string): Promise<void> {
  const json = JSON.stringify(weights);
  await tx
    .insertInto('risk_setting')
    .values({ tenant_id: tenantId, weights: json, tier_names: JSON.stringify(TIER_NAMES), changed_by: by, changed_at: new Date() })
    .onConflict((taken) => taken.column('tenant_id').doUpdateSet({ weights: json, changed_by: by, changed_at: new Date() }))
    .execute();
}
