import type { Tx } from '../../../platform/db/database';
import { BUILT_INS } from './all-built-ins';

/** Who made them. */
const AUTHOR = 'CAM';

/** What stands in front of their ids, so that none is ever the id of one that somebody made. */
const PREFIX = 'built-in.';

/** Those of little weight are off until somebody wants them. */
const isOnAtFirst = (severity: string): boolean => severity !== 'LOW';

/** Adds the built-in guardrails that a tenant lacks, and brings the others to what this release says. Whether they raise alerts stays as it was chosen. */
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
        created_by: AUTHOR,
        version: 1,
      })
      .onConflict((conflict) =>
        conflict.columns(['tenant_id', 'monitor_id']).doUpdateSet((eb) => ({ ...saved, version: eb('guardrail.version', '+', 1) })),
      )
      .execute();
  }
}
