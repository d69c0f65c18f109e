import { sql } from 'kysely';
import type { NotificationSchedule } from '@cam/contracts/server';
import type { Tx } from '../../platform/db/database';
import { AT_ONCE, dueAt } from './due-at';

/** Returns the schedule of a tenant, or the default one. */
export async function readSchedule(tx: Tx, tenantId: string): Promise<NotificationSchedule> {
  const row = await tx.selectFrom('notification_schedule').select('schedule').where('tenant_id', '=', tenantId).executeTakeFirst();
  return row?.schedule ?? AT_ONCE;
}

export async function saveSchedule(tx: Tx, tenantId: string, schedule: NotificationSchedule): Promise<void> {
  const stored = { schedule: JSON.stringify(schedule) };
  await tx
    .insertInto('notification_schedule')
    .values({ tenant_id: tenantId, ...stored })
    .onConflict((conflict) => conflict.column('tenant_id').doUpdateSet(stored))
    .execute();
}

/** Counts the alerts in messages that wait for their time. */
export async function countHeld(tx: Tx, tenantId: string): Promise<{ alerts: number; until: Date | null }> {
  const { rows } = await sql<{ alerts: number; until: Date | string | null }>`
    select count(distinct a.id)::int alerts, min(d.next_at) until
    from notification_delivery d, jsonb_array_elements_text(d.alert_ids) a(id)
    where d.tenant_id = ${tenantId} and d.digest_key is not null and d.state = 'WAITING' and d.attempts = 0`.execute(tx);
  const { alerts = 0, until = null } = rows[0] ?? {};
  return { alerts, until: until === null ? null : new Date(until) };
}

/** Moves waiting messages to the times of a new schedule; those whose time has passed are due now, or after quiet hours. */
export async function rescheduleHeld(tx: Tx, tenantId: string, schedule: NotificationSchedule): Promise<void> {
  const waiting = await tx
    .selectFrom('notification_delivery')
    .select(['delivery_id', 'severity', 'created_at'])
    .where('tenant_id', '=', tenantId)
    .where('digest_key', 'is not', null)
    .where('state', '=', 'WAITING')
    .where('attempts', '=', 0)
    .orderBy('delivery_id')
    .forUpdate()
    .execute();
  const now = new Date();
  for (const { delivery_id: id, severity, created_at: at } of waiting) {
    const alert = { severity, atOnce: false };
    const due = dueAt(schedule, alert, new Date(at));
    const next = due > now ? due : dueAt({ ...schedule, digests: AT_ONCE.digests }, alert, now);
    await tx.updateTable('notification_delivery').set({ next_at: next }).where('tenant_id', '=', tenantId).where('delivery_id', '=', id).execute();
  }
}
