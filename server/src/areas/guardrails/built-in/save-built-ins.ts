import type { Tx } from '../../../platform/db/database';
import { BUILT_INS } from './all-built-ins';

/** The author of built-in guardrails. */
const AUTHOR = 'CAM';

/** Prefix of their ids, which distinguishes them from guardrails that users create. */
const PREFIX = 'built-in.';

/** Guardrails of low severity are off at first. */
const isOnAtFirst = (severity: string): boolean => severity !== 'LOW';

/** Adds missing built-in guardrails to a tenant and updates the others to this release. The tenant's choice of alerting stays. */
export async function saveBuiltIns(tx: Tx, tenantId: string): Promise<void> {
  const known = new Map(
    (await tx.selectFrom('guardrail').selectAll().where('tenant_id', '=', tenantId).where('auto_create', '=', true).execute()).map((row) => [
      row.monitor_id,
      row,
    ]),
  );
  for (const { id, folder, name, severity, query, description, remediation, audit } of BUILT_INS) {
    const fields = { name, severity, query, description, remediation, audit };
    const row = known.get(PREFIX + id);
    if (row && Object.entries(fields).every(([field, value]) => row[field as keyof typeof fields] === value)) continue;
    const saved = { ...fields, category: JSON.stringify([folder]), changed_by: AUTHOR, changed_at: new Date() };
    await tx
      .insertInto('guardrail')
      .values({
        ...saved,
        tenant_id: tenantId,
        monitor_id: PREFIX + id,
        label: 'Built-in',
        suppression_create: 'ALERT_SUPPRESSION_NONE',
        suppression_delete: 'ALERT_SUPPRESSION_BOTH',
        auto_create: true,
        alerts_enabled: isOnAtFirst(severity),
        alerts_since: isOnAtFirst(severity) ? new Date() : null,
        created_by: AUTHOR,
        version: 1,
      })
      .onConflict((conflict) =>
        conflict.columns(['tenant_id', 'monitor_id']).doUpdateSet((eb) => ({ ...saved, version: eb('guardrail.version', '+', 1) })),
      )
      .execute();
  }
}
