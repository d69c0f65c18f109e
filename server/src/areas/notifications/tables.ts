import type { ColumnType } from 'kysely';
import type { GroupElement, NotificationMethod, NotificationSchedule, Severity } from '@cam/contracts/server';

/** New alerts without messages. The transaction that raises an alert writes its row. */
export interface NotificationQueueTable {
  tenant_id: string;
  alert_id: string;
  severity: Severity;
  /** Its risk was below the lowest risk of its guardrail, so nobody was notified yet. */
  waits: ColumnType<boolean, boolean | undefined, boolean>;
  queued_at: ColumnType<Date, never, never>;
}

/**
 * One message to one receiver. WAITING for its first or next attempt; SENT; FAILED: no more automatic attempts. It stores no address: `target_key`
 * identifies the receiver in the tenant's settings, so a removed receiver gets nothing more.
 */
export interface NotificationDeliveryTable {
  tenant_id: string;
  delivery_id: string;
  /** The highest severity of its alerts, of which only digests have several. */
  severity: Severity;
  method: NotificationMethod;
  target_key: string;
  /** The receiver as users see it; never the URL of a webhook, which is a secret. */
  target_label: string;
  alert_ids: ColumnType<string[], string, string>;
  /** The groups of the alerts, in their order. Null: they are determined when the message is sent. */
  alert_groups: ColumnType<StoredGroup[] | null, string | null | undefined, never>;
  /** Receiver and time of a digest, to which later alerts are added until that time; null: the message is none. */
  digest_key: ColumnType<string | null, string | null | undefined, never>;
  state: 'WAITING' | 'SENT' | 'FAILED';
  attempts: number;
  created_at: ColumnType<Date, Date | undefined, never>;
  /** Time at which the message is due; during an attempt, the end of its lease. */
  next_at: ColumnType<Date, Date, Date>;
  message: string;
}

/** A group of alerts in a message, which covers the next `count` alerts of the message. */
export interface StoredGroup {
  key: string;
  element: GroupElement;
  name: string;
  detail: string;
  uri: string;
  /** Open alerts of the group when the message was made, older ones included. */
  open: number;
  count: number;
}

/** When a tenant wants mails and chat messages. */
export interface NotificationScheduleTable {
  tenant_id: string;
  schedule: ColumnType<NotificationSchedule, string, string>;
}

export interface NotificationsTables {
  notification_schedule: NotificationScheduleTable;
  notification_queue: NotificationQueueTable;
  notification_delivery: NotificationDeliveryTable;
}

declare module '../../platform/db/schema' {
  interface Database extends NotificationsTables {}
}
