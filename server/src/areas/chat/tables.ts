import type { ColumnType } from 'kysely';
import type { Right } from '@cam/contracts/server';
import type { SlackMessage } from '../notifications';

/** A user of Slack who acts as a user of CAM. */
export interface ChatPersonTable {
  tenant_id: string;
  connection_id: string;
  user_id: string;
  user_name: string;
  /** Email address of the user of CAM. The address in Slack does not matter. */
  email: string;
  /** Rights at the time of linking, for users whom another system manages. */
  rights: ColumnType<Right[], string, string>;
  linked_at: ColumnType<Date, Date, Date>;
}

/** A code that links a user of Slack to the user of CAM who got it. */
export interface ChatCodeTable {
  tenant_id: string;
  /** SHA-256 of the code. */
  digest: string;
  email: string;
  rights: ColumnType<Right[], string, string>;
  expires_at: ColumnType<Date, Date, never>;
}

/** A message in a channel, which is updated after an action. */
export interface ChatMessageTable {
  tenant_id: string;
  connection_id: string;
  channel: string;
  /** Time of the message, which is its id in the channel. */
  ts: string;
  message: ColumnType<SlackMessage, string, string>;
  sent_at: ColumnType<Date, Date, never>;
}

export interface ChatTables {
  chat_person: ChatPersonTable;
  chat_code: ChatCodeTable;
  chat_message: ChatMessageTable;
}

declare module '../../platform/db/schema' {
  interface Database extends ChatTables {}
}
