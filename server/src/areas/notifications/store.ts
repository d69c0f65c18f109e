import { randomUUID } from 'node:crypto';
import { sql, type Selectable } from 'kysely';
import type { Severity } from '@cam/contracts/server';
import { bulkInsert } from '../../platform/db/bulk-insert';
import type { Tx } from '../../platform/db/database';
import type { NotificationDeliveryTable } from './tables';
import type { Target } from './targets';

export type DeliveryRow = Selectable<NotificationDeliveryTable>;

/** Deliveries that are taken up at once: a crash has at most so many of them wait for their lease. */
const BATCH = 20;

/** So long a delivery belongs to who took it up, ms: longer than any try lasts. */
const LEASE = 60_000;

/** Undelivered messages that are shown. */
const MOST_SHOWN = 200;

/** Days that what became of a message is kept. */
const KEPT_DAYS = 30;

export async function queueAlerts(tx: Tx, tenantId: string, severity: Severity, alertIds: readonly string[]): Promise<void> {
  const rows = alertIds.map((alertId) => ({ tenant_id: tenantId, alert_id: alertId, severity }));
  await bulkInsert(tx, 'notification_queue', rows, { onConflictDoNothing: true });
}

/** Makes messages of all queued alerts: one for each receiver and severity. Without a receiver, nobody is told. */
export async function makeDeliveries(tx: Tx, tenantId: string, targets: readonly Target[]): Promise<void> {
  const queued = await tx.deleteFrom('notification_queue').where('tenant_id', '=', tenantId).returning(['alert_id', 'severity']).execute();
  if (queued.length === 0) return;
  const now = new Date();
  const deliveries = targets.flatMap((target) => {
    const alertIds = queued.filter(({ severity }) => severity === target.severity).map(({ alert_id: id }) => id);
    if (alertIds.length === 0) return [];
    const { severity, method, key, label } = target;
    return [
      {
        tenant_id: tenantId,
        delivery_id: randomUUID(),
        severity,
        method,
        target_key: key,
        target_label: label,
        alert_ids: alertIds,
        state: 'WAITING' as const,
        attempts: 0,
        created_at: now,
        next_at: now,
        message: '',
      },
    ];
  });
  await bulkInsert(tx, 'notification_delivery', deliveries);
}

/** Takes up deliveries that are due. Whoever else looks meanwhile finds others; what is not settled within the lease is due again. */
export async function claimDue(tx: Tx, tenantId: string): Promise<DeliveryRow[]> {
  const due = await tx
    .selectFrom('notification_delivery')
    .select('delivery_id')
    .where('tenant_id', '=', tenantId)
    .where('state', '=', 'WAITING')
    .where('next_at', '<=', new Date())
    .orderBy('next_at')
    .orderBy('delivery_id')
    .limit(BATCH)
    .forUpdate()
    .skipLocked()
    .execute();
  if (due.length === 0) return [];
  return tx
    .updateTable('notification_delivery')
    .set(({ eb }) => ({ attempts: eb('attempts', '+', 1), next_at: new Date(Date.now() + LEASE) }))
    .where('tenant_id', '=', tenantId)
    .where(
      'delivery_id',
      'in',
      due.map(({ delivery_id: id }) => id),
    )
    .returningAll()
    .execute();
}

export interface Settled {
  state: DeliveryRow['state'];
  nextAt?: Date;
  message: string;
}

export async function settleDelivery(tx: Tx, tenantId: string, deliveryId: string, { state, nextAt, message }: Settled): Promise<void> {
  await tx
    .updateTable('notification_delivery')
    .set({ state, message, ...(nextAt ? { next_at: nextAt } : {}) })
    .where('tenant_id', '=', tenantId)
    .where('delivery_id', '=', deliveryId)
    .execute();
}

/** When the next message is due; null where none waits. */
export async function nextDue(tx: Tx, tenantId: string): Promise<Date | null> {
  const { due } = await tx
    .selectFrom('notification_delivery')
    .select(sql<Date | string | null>`min(next_at)`.as('due'))
    .where('tenant_id', '=', tenantId)
    .where('state', '=', 'WAITING')
    .executeTakeFirstOrThrow();
  return due === null ? null : new Date(due);
}

/** Messages that nobody got so far, the newest first. A first try that is under way is no news. */
export async function listUndelivered(tx: Tx, tenantId: string, severity: Severity | undefined): Promise<DeliveryRow[]> {
  let query = tx
    .selectFrom('notification_delivery')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .where('state', '<>', 'SENT')
    .where('message', '<>', '')
    .orderBy('created_at', 'desc')
    .orderBy('delivery_id')
    .limit(MOST_SHOWN);
  if (severity) query = query.where('severity', '=', severity);
  return query.execute();
}

/** Has a message tried again now, from the beginning. Null where there is none that waits or failed. */
export async function retryDelivery(tx: Tx, tenantId: string, deliveryId: string): Promise<{ before: DeliveryRow; after: DeliveryRow } | null> {
  const before = await tx
    .selectFrom('notification_delivery')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .where('delivery_id', '=', deliveryId)
    .where('state', '<>', 'SENT')
    .forUpdate()
    .executeTakeFirst();
  if (!before) return null;
  const after = await tx
    .updateTable('notification_delivery')
    .set({ state: 'WAITING', attempts: 0, next_at: new Date() })
    .where('tenant_id', '=', tenantId)
    .where('delivery_id', '=', deliveryId)
    .returningAll()
    .executeTakeFirstOrThrow();
  return { before, after };
}

/** Answers with the message that is gone; undefined where there was none. */
export async function deleteDelivery(tx: Tx, tenantId: string, deliveryId: string): Promise<DeliveryRow | undefined> {
  return tx
    .deleteFrom('notification_delivery')
    .where('tenant_id', '=', tenantId)
    .where('delivery_id', '=', deliveryId)
    .returningAll()
    .executeTakeFirst();
}

/** Forgets messages of long ago that wait for nothing. */
export async function forgetOld(tx: Tx, tenantId: string): Promise<void> {
  const before = new Date(Date.now() - KEPT_DAYS * 86_400_000);
  await tx
    .deleteFrom('notification_delivery')
    .where('tenant_id', '=', tenantId)
    .where('state', '<>', 'WAITING')
    .where('created_at', '<', before)
    .execute();
}
