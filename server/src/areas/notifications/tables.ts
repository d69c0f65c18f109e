import type { ColumnType } from 'kysely';
import type { NotificationMethod, Severity } from '@cam/contracts/server';

/** Alerts that were raised and about which no message was made yet. Written in the transaction that raises them. */
export interface NotificationQueueTable {
  tenant_id: string;
  alert_id: string;
  severity: Severity;
}

/**
 * One message to one receiver. WAITING: for its first or next try; SENT; FAILED: not tried again by itself. Holds no address:
 * `target_key` finds the receiver among the tenant's settings, so one that was taken out of them gets nothing more.
 */
export interface NotificationDeliveryTable {
  tenant_id: string;
  delivery_id: string;
  severity: Severity;
  method: NotificationMethod;
  target_key: string;
  /** For people: never the address of a webhook, which is a secret. */
  target_label: string;
  alert_ids: ColumnType<string[], string, never>;
  state: 'WAITING' | 'SENT' | 'FAILED';
  attempts: number;
  created_at: ColumnType<Date, Date | undefined, never>;
  /** When it is due; while it is being sent, when whoever sends it is taken to be gone. */
  next_at: ColumnType<Date, Date, Date>;
  message: string;
}

export interface NotificationsTables {
  notification_queue: NotificationQueueTable;
  notification_delivery: NotificationDeliveryTable;
}

declare module '../../platform/db/schema' {
  interface Database extends NotificationsTables {}
}
