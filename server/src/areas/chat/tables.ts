import type { ColumnType } from 'kysely';
import type { Right } from '@cam/contracts/server';
import type { ChannelMessage } from './chat-product';

/** A user of a chat service who acts as a user of CAM. */
export interface ChatPersonTable {
  tenant_id: string;
  connection_id: string;
  /** Microsoft Teams: the object id in Microsoft Entra. */
  user_id: string;
  user_name: string;
  /** Email address of the user of CAM. The address in the chat service does not matter. */
  email: string;
  /** Rights at the time of linking, for users whom another system manages. */
  rights: ColumnType<Right[], string, string>;
  linked_at: ColumnType<Date, Date, Date>;
}

/** A code that links a user of a chat service to the user of CAM who got it. */
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
  /** Id of the message in the channel; in Slack, its time. */
  ts: string;
  message: ColumnType<ChannelMessage, string, string>;
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
