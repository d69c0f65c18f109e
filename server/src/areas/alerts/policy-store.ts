import type { AlertPolicy } from '@cam/contracts/server';
import type { Tx } from '../../platform/db/database';
import { DEFAULT_POLICY } from './due-dates';

/** Returns the tenant's rules for the work on alerts. */
export async function readPolicy(tx: Tx, tenantId: string): Promise<AlertPolicy> {
  const row = await tx.selectFrom('alert_policy').select(['reason_required', 'due_days']).where('tenant_id', '=', tenantId).executeTakeFirst();
  return row ?? DEFAULT_POLICY;
}

export async function savePolicy(tx: Tx, tenantId: string, { reason_required, due_days }: AlertPolicy, by: string): Promise<void> {
  const row = { reason_required, due_days: JSON.stringify(due_days), changed_by: by, changed_at: new Date() };
  await tx
    .insertInto('alert_policy')
    .values({ tenant_id: tenantId, ...row })
    .onConflict((conflict) => conflict.column('tenant_id').doUpdateSet(row))
    .execute();
}
