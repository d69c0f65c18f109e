import type { ColumnType } from 'kysely';
import type { ConnectionKind, Severity, Ticket } from '@cam/contracts/server';
import type { Category, Phase } from './settle';

/** Leads from a connection to its tenant, before anything else of an incoming message is known. */
export interface ProductConnectionPlaceTable {
  connection_id: string;
  tenant_id: string;
}

/** A channel of Microsoft Teams in which a verified message reached the bot. */
export interface TeamsChannel {
  /** Id of the conversation. */
  id: string;
  /** Address at which the channel takes messages. */
  service_url: string;
  /** Name of the person who wrote. */
  heard_from: string;
}

/** A connection to a ticket system or a chat service. */
export interface ProductConnectionTable {
  tenant_id: string;
  connection_id: string;
  kind: ConnectionKind;
  label: string;
  url: string;
  project: string;
  username: string;
  issue_type: string;
  fields: ColumnType<Record<string, string>, string, string>;
  /** Chat services: severities of the alerts that the channel gets. */
  severities: ColumnType<Severity[], string, string>;
  /** Microsoft Teams: the channel that gets the alerts, and another one in which the bot was heard last. */
  channel: ColumnType<TeamsChannel | null, string | null, string | null>;
  offered_channel: ColumnType<TeamsChannel | null, string | null, string | null>;
  /** The token of CAM in the product, and the secret of incoming messages, encrypted. */
  secrets: Buffer;
  /** Why the last reading failed. */
  message: ColumnType<string, string | undefined, string>;
  synced_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  read_next_at: ColumnType<Date, Date, Date>;
  created_by: string;
  created_at: ColumnType<Date, Date, never>;
}

/** Subjects of tickets beside alerts: access requests, and revocations of access reviews. They show their tickets themselves. */
export const MATTERS = ['REQUEST', 'REVIEW'] as const;
export type Matter = (typeof MATTERS)[number];
export type TicketAbout = Ticket['about']['kind'] | Matter;

/** A ticket about alerts or another matter, before it is made and after. */
export interface TicketTable {
  tenant_id: string;
  ticket_id: string;
  connection_id: string;
  about_kind: TicketAbout;
  about_key: string;
  label: string;
  title: string;
  state: Ticket['state'];
  /** Constant id in the product; the key of an issue of Jira changes when it moves. */
  external_id: ColumnType<string, string | undefined, string>;
  key: ColumnType<string, string | undefined, string>;
  url: ColumnType<string, string | undefined, string>;
  status: ColumnType<string, string | undefined, string>;
  category: ColumnType<Category, Category | undefined, Category>;
  /** The states of both sides when they last agreed. */
  agreed_category: ColumnType<Category, Category | undefined, Category>;
  agreed_phase: ColumnType<Phase, Phase | undefined, Phase>;
  /** Transitions by CAM since `turns_since`, which end a quarrel with another program. */
  turns: ColumnType<number, number | undefined, number>;
  turns_since: ColumnType<Date, Date | undefined, Date>;
  /** The product says that it changed. */
  is_changed: ColumnType<boolean, boolean | undefined, boolean>;
  /** Alerts that the group gained since the last comment. */
  added: ColumnType<number, number | undefined, number>;
  message: ColumnType<string, string | undefined, string>;
  attempts: ColumnType<number, number | undefined, number>;
  /** Time of the next attempt; during one, the end of its lease. */
  next_at: ColumnType<Date, Date, Date>;
  /** The rule that made it; null: a person did. */
  rule_id: ColumnType<string | null, string | null | undefined, never>;
  created_by: string;
  created_at: ColumnType<Date, Date, never>;
  synced_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
}

export interface TicketAlertTable {
  tenant_id: string;
  ticket_id: string;
  alert_id: string;
}

/** A rule that makes tickets about alerts that meet all of its conditions. */
export interface TicketRuleTable {
  tenant_id: string;
  rule_id: string;
  connection_id: string;
  name: string;
  about: Ticket['about']['kind'];
  risk_above: number | null;
  max_tier: number | null;
  severities: ColumnType<Severity[], string, string>;
  monitor_ids: ColumnType<string[], string, string>;
  account_ids: ColumnType<string[], string, string>;
  created_by: string;
  created_at: ColumnType<Date, Date, never>;
}

/** A message that was received, so that nobody can send it again. */
export interface IncomingMessageTable {
  tenant_id: string;
  connection_id: string;
  /** SHA-256 of the body. The ids in headers are not signed. */
  digest: string;
  at: ColumnType<Date, Date, never>;
}

export interface TicketsTables {
  product_connection_place: ProductConnectionPlaceTable;
  product_connection: ProductConnectionTable;
  ticket: TicketTable;
  ticket_alert: TicketAlertTable;
  ticket_rule: TicketRuleTable;
  incoming_message: IncomingMessageTable;
}

declare module '../../platform/db/schema' {
  interface Database extends TicketsTables {}
}
