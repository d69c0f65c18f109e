import { randomUUID } from 'node:crypto';
import { sql, type Selectable } from 'kysely';
import type { Severity } from '@cam/contracts/server';
import { bulkInsert } from '../../platform/db/bulk-insert';
import type { Tx } from '../../platform/db/database';
import { isOneOf } from '../../platform/db/is-one-of';
import type { NotificationDeliveryTable, NotificationQueueTable } from './tables';

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

type QueuedAlert = Selectable<NotificationQueueTable>;

export async function listQueued(tx: Tx, tenantId: string): Promise<QueuedAlert[]> {
  return tx.selectFrom('notification_queue').selectAll().where('tenant_id', '=', tenantId).orderBy('alert_id').execute();
}

/** Marks queued alerts of which nobody is notified yet, because their risk is too low. */
export async function markWaiting(tx: Tx, tenantId: string, alertIds: readonly string[]): Promise<void> {
  if (alertIds.length === 0) return;
  await tx.updateTable('notification_queue').set({ waits: true }).where('tenant_id', '=', tenantId).where(isOneOf('alert_id', alertIds)).execute();
}

/** Removes alerts from the queue. @returns those that no other process removed before */
export async function takeQueued(tx: Tx, tenantId: string, alertIds: readonly string[]): Promise<QueuedAlert[]> {
  return tx.deleteFrom('notification_queue').where('tenant_id', '=', tenantId).where(isOneOf('alert_id', alertIds)).returningAll().execute();
}

export type NewDelivery = Pick<DeliveryRow, 'severity' | 'method' | 'target_key' | 'target_label' | 'alert_ids' | 'alert_groups'>;

/** Stores messages that are due now. */
export async function insertDeliveries(tx: Tx, tenantId: string, deliveries: readonly NewDelivery[]): Promise<void> {
  const now = new Date();
  const rows = deliveries.map((delivery) => rowOf(tenantId, delivery, now));
  await bulkInsert(tx, 'notification_delivery', rows);
}

/**
 * Adds alerts to the digest of a receiver at a time, or makes it. A digest that is being sent gets no more alerts: a message of their own has them.
 * @param delivery without groups: they are determined when the digest is sent
 */
export async function addToDigest(tx: Tx, tenantId: string, delivery: NewDelivery & { alert_groups: null }, at: Date): Promise<void> {
  const row = { ...rowOf(tenantId, delivery, at), alert_ids: JSON.stringify(delivery.alert_ids), alert_groups: null };
  const added = await tx
    .insertInto('notification_delivery')
    .values({ ...row, digest_key: `${row.target_key} ${at.toISOString()}` })
    .onConflict((conflict) =>
      conflict
        .columns(['tenant_id', 'digest_key'])
        .where('digest_key', 'is not', null)
        .doUpdateSet({
          alert_ids: sql<string>`notification_delivery.alert_ids || excluded.alert_ids`,
          severity: sql<Severity>`case when 'HIGH' in (notification_delivery.severity, excluded.severity) then 'HIGH'
            when 'MEDIUM' in (notification_delivery.severity, excluded.severity) then 'MEDIUM' else 'LOW' end`,
        })
        .where('notification_delivery.state', '=', 'WAITING')
        .where('notification_delivery.attempts', '=', 0),
    )
    .returning('delivery_id')
    .execute();
  if (added.length === 0) await tx.insertInto('notification_delivery').values(row).execute();
}

function rowOf(tenantId: string, delivery: NewDelivery, at: Date) {
  return {
    ...delivery,
    tenant_id: tenantId,
    delivery_id: randomUUID(),
    state: 'WAITING' as const,
    attempts: 0,
    created_at: new Date(),
    next_at: at,
    message: '',
  };
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
