import { randomUUID } from 'node:crypto';
import { sql, type Selectable } from 'kysely';
import type { Severity } from '@cam/contracts/server';
import { bulkInsert } from '../../platform/db/bulk-insert';
import type { Tx } from '../../platform/db/database';
import type { NotificationDeliveryTable } from './tables';
import type { Target } from './targets';

export type DeliveryRow = Selectable<NotificationDeliveryTable>;

/** Deliveries in one lease: the most that wait for its end after a crash. */
const BATCH = 20;

/** Time for which a worker owns a delivery, ms: longer than any attempt takes. */
const LEASE = 60_000;

/** Limit of listed undelivered messages. */
const MOST_SHOWN = 200;

/** Days that the outcome of a message is kept. */
const KEPT_DAYS = 30;

export async function queueAlerts(tx: Tx, tenantId: string, severity: Severity, alertIds: readonly string[]): Promise<void> {
  const rows = alertIds.map((alertId) => ({ tenant_id: tenantId, alert_id: alertId, severity }));
  await bulkInsert(tx, 'notification_queue', rows, { onConflictDoNothing: true });
}

/** Makes messages of all queued alerts, one for each receiver and severity. Without receivers, the queue is just cleared. */
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

/** Leases due deliveries. Concurrent callers get others. A delivery without an outcome within the lease is due again. */
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

export interface DeliveryOutcome {
  state: DeliveryRow['state'];
  nextAt?: Date;
  message: string;
}

export async function saveOutcome(tx: Tx, tenantId: string, deliveryId: string, { state, nextAt, message }: DeliveryOutcome): Promise<void> {
  await tx
    .updateTable('notification_delivery')
    .set({ state, message, ...(nextAt ? { next_at: nextAt } : {}) })
    .where('tenant_id', '=', tenantId)
    .where('delivery_id', '=', deliveryId)
    .execute();
}

/** Returns the time at which the next message is due; null if none waits. */
export async function nextDue(tx: Tx, tenantId: string): Promise<Date | null> {
  const { due } = await tx
    .selectFrom('notification_delivery')
    .select(sql<Date | string | null>`min(next_at)`.as('due'))
    .where('tenant_id', '=', tenantId)
    .where('state', '=', 'WAITING')
    .executeTakeFirstOrThrow();
  return due === null ? null : new Date(due);
}

/** Returns undelivered messages, newest first, without those in their first attempt. */
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

/** Restarts the attempts of a message now. Null if there is no waiting or failed message with this id. */
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

/** Deletes a delivery and returns it; undefined if it does not exist. */
export async function deleteDelivery(tx: Tx, tenantId: string, deliveryId: string): Promise<DeliveryRow | undefined> {
  return tx
    .deleteFrom('notification_delivery')
    .where('tenant_id', '=', tenantId)
    .where('delivery_id', '=', deliveryId)
    .returningAll()
    .executeTakeFirst();
}

/** Deletes old messages that are not waiting. */
export async function deleteOld(tx: Tx, tenantId: string): Promise<void> {
  const before = new Date(Date.now() - KEPT_DAYS * 86_400_000);
  await tx
    .deleteFrom('notification_delivery')
    .where('tenant_id', '=', tenantId)
    .where('state', '<>', 'WAITING')
    .where('created_at', '<', before)
    .execute();
}
