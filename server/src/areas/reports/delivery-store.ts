import { sql, type Selectable } from 'kysely';
import type { ReportStatus } from '@cam/contracts/server';
import type { Tx } from '../../platform/db/database';
import type { ReportDeliveryTable } from './tables';

export type DeliveryRow = Selectable<ReportDeliveryTable>;

/** Mails that are taken up at once: a crash has at most so many of them wait for their lease. */
const BATCH = 5;

/** So long a mail belongs to who took it up, ms: longer than any try lasts. */
const LEASE = 5 * 60_000;

const BEING_MADE: readonly ReportStatus[] = ['REPORT_STATUS_INITIATED', 'REPORT_STATUS_IN_PROGRESS'];

/** Mails that are due and whose report is made, or will never be. */
function due(tx: Tx, tenantId: string) {
  return tx
    .selectFrom('report_delivery as d')
    .leftJoin('report as r', (join) => join.onRef('r.tenant_id', '=', 'd.tenant_id').onRef('r.report_id', '=', 'd.report_id'))
    .where('d.tenant_id', '=', tenantId)
    .where('d.state', '=', 'WAITING')
    .where((eb) => eb.or([eb('r.status', 'is', null), eb('r.status', 'not in', [...BEING_MADE])]));
}

/** Takes up mails that are due. Whoever else looks meanwhile finds others; what is not settled within the lease is due again. */
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

/** When the next mail is due whose report is made; null where none waits. */
export async function nextDue(tx: Tx, tenantId: string): Promise<Date | null> {
  const { at } = await due(tx, tenantId)
    .select(sql<Date | string | null>`min(d.next_at)`.as('at'))
    .executeTakeFirstOrThrow();
  return at === null ? null : new Date(at);
}

/** Writes down how a try ended, unless another one was begun meanwhile. */
export async function settle(
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
