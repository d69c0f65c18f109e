import { randomUUID } from 'node:crypto';
import type { Severity } from '@cam/contracts/server';
import { bulkInsert } from '../../platform/db/bulk-insert';
import type { Tx } from '../../platform/db/database';
import type { AlertRow } from './store';

/** The monitor id of alerts without a guardrail. */
const BY_HAND = 'by-hand';

export interface ManualAlert {
  name: string;
  severity: Severity;
  reasons: readonly string[];
  subject: { uri: string; name: string; type: string; accountId: string };
}

/** Inserts an alert that a user raises. @returns its id */
export async function insertManualAlert(tx: Tx, tenantId: string, { name, severity, reasons, subject }: ManualAlert, by: string): Promise<string> {
  const alertId = randomUUID();
  const now = new Date();
  await bulkInsert(tx, 'alert', [
    {
      tenant_id: tenantId,
      alert_id: alertId,
      monitor_id: BY_HAND,
      monitor_name: name,
      query: '',
      alert_type: 'ALERT_TYPE_NONE' as const,
      finding_key: alertId,
      severity,
      status: 'ALERT_STATUS_NEW' as const,
      subject_uri: subject.uri,
      subject_name: subject.name,
      subject_type: subject.type,
      account_id: subject.accountId,
      alert_time: now,
      status_changed_at: now,
      status_changed_by: by,
      reasons: [...reasons],
    },
  ]);
  return alertId;
}

/** Deletes closed alerts. Alerts about events are hidden instead, because the same events would raise them again. */
export async function removeAlerts(tx: Tx, tenantId: string, rows: readonly Pick<AlertRow, 'alert_id' | 'started_at'>[]): Promise<void> {
  const [hidden, gone] = [rows.filter(({ started_at: at }) => at !== null), rows.filter(({ started_at: at }) => at === null)];
  const idsOf = (chosen: typeof rows): string[] => chosen.map(({ alert_id: id }) => id);
  if (hidden.length > 0)
    await tx
      .updateTable('alert')
      .set({ status: 'ALERT_STATUS_NONE' })
      .where('tenant_id', '=', tenantId)
      .where('alert_id', 'in', idsOf(hidden))
      .execute();
  if (gone.length > 0) await tx.deleteFrom('alert').where('tenant_id', '=', tenantId).where('alert_id', 'in', idsOf(gone)).execute();
}
