import { sql } from 'kysely';
import type { Severity } from '@cam/contracts/server';
import type { Tx } from '../db/database';
import type { AlertStatus } from './tables';

/** Statuses of an alert that waits for somebody. */
const OPEN: AlertStatus[] = ['ALERT_STATUS_NEW', 'ALERT_STATUS_OPEN'];

/** Open alerts by severity; a severity without any is left out. */
export async function countOpen(tx: Tx, tenantId: string, accountIds: readonly string[] | null): Promise<Map<Severity, number>> {
  let query = tx
    .selectFrom('alert')
    .select(['severity', (eb) => eb.fn.countAll().as('n')])
    .where('tenant_id', '=', tenantId)
    .where('status', 'in', OPEN);
  if (accountIds) query = query.where('account_id', 'in', [...accountIds]);
  const rows = await query.groupBy('severity').execute();
  return new Map(rows.map((row) => [row.severity, Number(row.n)]));
}

export interface MonitorAlertRow {
  monitorId: string;
  open: number;
  lastAlertAt: Date;
}

/** What each guardrail raised: how many of its alerts are open, and when the last one came. */
export async function alertsByMonitor(tx: Tx, tenantId: string, accountId: string | null): Promise<MonitorAlertRow[]> {
  let query = tx
    .selectFrom('alert')
    .select([
      'monitor_id',
      sql<number | string>`count(*) filter (where status in (${sql.join(OPEN)}))`.as('open'),
      sql<Date | string>`max(alert_time)`.as('last_alert'),
    ])
    .where('tenant_id', '=', tenantId);
  if (accountId) query = query.where('account_id', '=', accountId);
  const rows = await query.groupBy('monitor_id').execute();
  return rows.map((row) => ({ monitorId: row.monitor_id, open: Number(row.open), lastAlertAt: new Date(row.last_alert) }));
}

/** Closes every alert of a guardrail that is not closed yet. */
export async function closeByMonitor(tx: Tx, tenantId: string, monitorId: string, by: string): Promise<void> {
  await tx
    .updateTable('alert')
    .set({ status: 'ALERT_STATUS_CLOSE', status_changed_at: new Date(), status_changed_by: by })
    .where('tenant_id', '=', tenantId)
    .where('monitor_id', '=', monitorId)
    .where('status', '<>', 'ALERT_STATUS_CLOSE')
    .execute();
}
