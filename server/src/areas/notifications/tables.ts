import type { ColumnType } from 'kysely';
import type { NotificationMethod, Severity } from '@cam/contracts/server';

/** New alerts without messages. The transaction that raises an alert writes its row. */
export interface NotificationQueueTable {
  tenant_id: string;
  alert_id: string;
  severity: Severity;
}

/**
 * One message to one receiver. WAITING for its first or next attempt; SENT; FAILED: no more automatic attempts. It stores no address: `target_key`
 * identifies the receiver in the tenant's settings, so a removed receiver gets nothing more.
 */
export interface NotificationDeliveryTable {
  tenant_id: string;
  delivery_id: string;
  severity: Severity;
  method: NotificationMethod;
  target_key: string;
  /** The receiver as users see it; never the URL of a webhook, which is a secret. */
  target_label: string;
  alert_ids: ColumnType<string[], string, never>;
  state: 'WAITING' | 'SENT' | 'FAILED';
  attempts: number;
  created_at: ColumnType<Date, Date | undefined, never>;
  /** Time at which the message is due; during an attempt, the end of its lease. */
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
