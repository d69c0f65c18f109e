import type { NotificationDelivery } from '@cam/contracts/server';
import type { Mount } from '../../platform/http/mount';
import type { NotificationsService } from './service';
import type { DeliveryRow } from './store';

export function notificationsRoutes(mount: Mount, notifications: NotificationsService): void {
  mount('POST /v1/tenants/notification/{severity}/test', async ({ tenantId, path }) => ({
    results: await notifications.test(tenantId, path.severity),
  }));
  mount('GET /v1/tenants/notification-schedule', async ({ tenantId }) => {
    const { schedule, held } = await notifications.schedule(tenantId);
    return { schedule, held_count: held.alerts, held_until: held.until?.toISOString() ?? null };
  });
  mount('PUT /v1/tenants/notification-schedule', async ({ tenantId, body: { schedule }, audit }) => {
    audit({ before: await notifications.changeSchedule(tenantId, schedule), after: schedule });
    return { schedule };
  });
  mount('GET /v1/tenants/notification/deliveries', async ({ tenantId, query }) => ({
    deliveries: (await notifications.undelivered(tenantId, query.severity)).map(toDelivery),
  }));
  mount('POST /v1/tenants/notification/deliveries/{delivery_id}/retry', async ({ tenantId, path, audit }) => {
    const { before, after } = await notifications.retry(tenantId, path.delivery_id);
    audit({ before: toDelivery(before), after: toDelivery(after) });
    return { error: '' };
  });
  mount('DELETE /v1/tenants/notification/deliveries/{delivery_id}', async ({ tenantId, path, audit }) => {
    audit({ before: toDelivery(await notifications.giveUp(tenantId, path.delivery_id)) });
    return { error: '' };
  });
}

function toDelivery(row: DeliveryRow): NotificationDelivery {
  return {
    delivery_id: row.delivery_id,
    severity: row.severity,
    method: row.method,
    target: row.target_label,
    state: row.state === 'FAILED' ? 'FAILED' : 'WAITING',
    alerts_count: row.alert_ids.length,
    attempts: row.attempts,
    created_at: row.created_at.toISOString(),
    next_at: row.state === 'FAILED' ? null : row.next_at.toISOString(),
    message: row.message,
  };
}
