import type { ColumnType } from 'kysely';
import type { AlertChart, AlertStatus, AlertType, Severity } from '@cam/contracts/server';

export type { AlertStatus };

/**
 * What a guardrail found of one identity or resource in one account, at one time. NEW -> OPEN (seen) -> IGNORE (dismissed) or CLOSE (its
 * finding is gone); IGNORE -> OPEN (kept). CLOSE is final. NONE: suppressed, and kept only so that it is not raised later.
 */
export interface AlertTable {
  tenant_id: string;
  alert_id: string;
  monitor_id: string;
  /** Name and query of the guardrail when it raised the alert. */
  monitor_name: string;
  query: string;
  /** What raised it. A guardrail, or a method that looks at events: those have the columns at the end as well. */
  alert_type: ColumnType<AlertType, AlertType | undefined, never>;
  /** What was found, the same text each time: a finding that comes back after CLOSE raises a new alert. */
  finding_key: string;
  severity: Severity;
  status: AlertStatus;
  /** Whom or what the guardrail found. */
  subject_uri: string;
  subject_name: string;
  subject_type: string;
  /** Account of what is reached, or of the subject where nothing is. */
  account_id: string;
  alert_time: ColumnType<Date, Date | string | undefined, never>;
  status_changed_at: ColumnType<Date, Date | string | undefined, Date | string>;
  /** E-mail of who changed the status last; null: the product did. */
  status_changed_by: string | null;
  /** Somebody said that the cause was mended; null once a later snapshot showed the finding again. */
  remediated_at: ColumnType<Date | null, Date | string | null, Date | string | null>;
  remediated_by: string | null;
  /** Why its finding is gone, where that is not to close it by itself. */
  gone_reason: string | null;
  /** First and last event. */
  started_at: ColumnType<Date | null, Date | string | null | undefined, never>;
  ended_at: ColumnType<Date | null, Date | string | null | undefined, Date | string>;
  event_count: ColumnType<number, number | undefined, number>;
  reasons: ColumnType<string[], string | undefined, string>;
  technique: ColumnType<string, string | undefined, never>;
  source: ColumnType<string, string | undefined, never>;
  chart: ColumnType<AlertChart | null, string | null | undefined, string | null>;
}

/** A resource that an alert's subject reaches by what was found. */
export interface AlertObjectTable {
  tenant_id: string;
  alert_id: string;
  object_uri: string;
  object_name: string;
  object_type: string;
  account_id: string;
  actions_str: string;
}

export interface AlertsTables {
  alert: AlertTable;
  alert_object: AlertObjectTable;
}

declare module '../../platform/db/schema' {
  interface Database extends AlertsTables {}
}
