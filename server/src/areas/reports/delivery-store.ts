import { sql, type Selectable } from 'kysely';
import type { ReportStatus } from '@cam/contracts/server';
import type { Tx } from '../../platform/db/database';
import type { ReportDeliveryTable } from './tables';

export type DeliveryRow = Selectable<ReportDeliveryTable>;

/** Mails in one lease: the most that wait for its end after a crash. */
const BATCH = 5;

/** Time for which a worker owns a mail, ms: longer than any attempt takes. */
const LEASE = 5 * 60_000;

const GENERATING: readonly ReportStatus[] = ['REPORT_STATUS_INITIATED', 'REPORT_STATUS_IN_PROGRESS'];

/** Selects due mails whose report is complete or failed. */
function due(tx: Tx, tenantId: string) {
  return tx
    .selectFrom('report_delivery as d')
    .leftJoin('report as r', (join) => join.onRef('r.tenant_id', '=', 'd.tenant_id').onRef('r.report_id', '=', 'd.report_id'))
    .where('d.tenant_id', '=', tenantId)
    .where('d.state', '=', 'WAITING')
    .where((eb) => eb.or([eb('r.status', 'is', null), eb('r.status', 'not in', [...GENERATING])]));
}

/** Leases due mails. Concurrent callers get others. A mail without an outcome within the lease is due again. */
export async function claimDue(tx: Tx, tenantId: string, now: Date): Promise<DeliveryRow[]> {
  const found = await due(tx, tenantId)
    .select('d.delivery_id')
    .where('d.next_at', '<=', now)
    .orderBy('d.next_at')
    .orderBy('d.delivery_id')
    .limit(BATCH)
    .forUpdate('d')
    .skipLocked()
    .execute();
  if (found.length === 0) return [];
  return tx
    .updateTable('report_delivery')
    .set(({ eb }) => ({ attempts: eb('attempts', '+', 1), next_at: new Date(now.getTime() + LEASE) }))
    .where('tenant_id', '=', tenantId)
    .where(
      'delivery_id',
      'in',
      found.map(({ delivery_id: id }) => id),
    )
    .returningAll()
    .execute();
}

/** Returns the time at which the next mail with a complete report is due; null if none waits. */
export async function nextDue(tx: Tx, tenantId: string): Promise<Date | null> {
  const { at } = await due(tx, tenantId)
    .select(sql<Date | string | null>`min(d.next_at)`.as('at'))
    .executeTakeFirstOrThrow();
  return at === null ? null : new Date(at);
}

/** Stores the outcome of an attempt, unless another one began meanwhile. */
export async function saveOutcome(
  tx: Tx,
  { tenant_id: tenantId, delivery_id: id, attempts }: DeliveryRow,
  { state, message, nextAt }: { state: DeliveryRow['state']; message: string; nextAt?: Date },
): Promise<void> {
  await tx
    .updateTable('report_delivery')
    .set({ state, message, ...(nextAt ? { next_at: nextAt } : {}) })
    .where('tenant_id', '=', tenantId)
    .where('delivery_id', '=', id)
    .where('attempts', '=', attempts)
    .execute();
}
