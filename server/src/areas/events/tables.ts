import type { ColumnType, GeneratedAlways, Generated } from 'kysely';
import type { EventBucket, EventFormat, EventKind } from '@cam/contracts/server';
import type { PublicKey } from './signature';

/** A change. Triggers of the database write rows, in the transaction of the change. */
export interface EventTable {
  tenant_id: string;
  position: GeneratedAlways<number>;
  /** Order for readers, without holes; null until the first reader after the commit. Transactions commit in another order than they take positions. */
  seq: ColumnType<number | null, never, number>;
  event_id: Generated<string>;
  kind: EventKind;
  subject: string;
  at: Generated<Date>;
  data: ColumnType<Record<string, unknown>, string, never>;
}

export interface EventCounterTable {
  tenant_id: string;
  last: number;
}

export interface WebhookTable {
  tenant_id: string;
  webhook_id: string;
  /** Address of the receiver, or of the storage of the bucket. */
  url: string;
  /** The bucket that gets files; null: the address gets messages. */
  bucket: ColumnType<EventBucket | null, string | null, string | null>;
  label: string;
  kinds: ColumnType<EventKind[], string, string>;
  format: EventFormat;
  /** The present secret and, for a day, the former one, encrypted; of a bucket, the secret of its keys. */
  secrets: Buffer;
  /** The public keys of the secrets. */
  public_keys: ColumnType<PublicKey[], string, string>;
  state: 'ON' | 'OFF';
  state_reason: ColumnType<string, string | undefined, string>;
  /** Position of the last event that was accepted or was not for it. */
  sent_seq: number;
  /** Failed attempts in a row. */
  attempts: ColumnType<number, number | undefined, number>;
  next_at: ColumnType<Date, Date, Date>;
  /** A process sends its events until then. */
  leased_until: ColumnType<Date | null, Date | null | undefined, Date | null>;
  created_by: string;
  created_at: ColumnType<Date, Date, never>;
}

export interface WebhookAttemptTable {
  tenant_id: string;
  attempt_id: GeneratedAlways<number>;
  webhook_id: string;
  seq: number;
  event_id: string;
  kind: EventKind;
  at: ColumnType<Date, Date, never>;
  ms: number;
  sent: boolean;
  message: string;
  /** Key of the file; empty for a message. */
  file: string;
}

/** A file in a bucket, with the events from one position to another. */
export interface WebhookFileTable {
  tenant_id: string;
  webhook_id: string;
  first_seq: number;
  last_seq: number;
  /** Day (UTC) in its key. */
  day: string;
}

export interface EventTables {
  event: EventTable;
  event_counter: EventCounterTable;
  webhook: WebhookTable;
  webhook_attempt: WebhookAttemptTable;
  webhook_file: WebhookFileTable;
}

declare module '../../platform/db/schema' {
  interface Database extends EventTables {}
}
