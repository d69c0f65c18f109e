import type { ColumnType } from 'kysely';
import type { AlertChart, AlertEvent, AlertStatus, AlertType, Severity } from '@cam/contracts/server';

export type { AlertStatus };

/**
 * A guardrail's finding about one identity or resource in one account, at one time. NEW -> OPEN (seen) -> IGNORE (dismissed) or CLOSE (finding gone);
 * IGNORE -> OPEN (kept). CLOSE is final. NONE: suppressed, and stored only so that it is not raised later.
 */
export interface AlertTable {
  tenant_id: string;
  alert_id: string;
  monitor_id: string;
  /** Name and query of the guardrail when it raised the alert. */
  monitor_name: string;
  query: string;
  /** A guardrail, or a method that scans events; alerts of methods also have the last columns. */
  alert_type: ColumnType<AlertType, AlertType | undefined, never>;
  /** Identifies the finding across evaluations. A finding that returns after CLOSE raises a new alert. */
  finding_key: string;
  severity: Severity;
  status: AlertStatus;
  /** The identity or resource that the guardrail found. */
  subject_uri: string;
  subject_name: string;
  subject_type: string;
  /** Account of the resources, or of the subject if there are none. */
  account_id: string;
  alert_time: ColumnType<Date, Date | string | undefined, never>;
  status_changed_at: ColumnType<Date, Date | string | undefined, Date | string>;
  /** E-mail address of the user who last changed the status; null: the product did. */
  status_changed_by: string | null;
  /** Time at which a user marked the alert as remediated; null again once a later snapshot still has the finding. */
  remediated_at: ColumnType<Date | null, Date | string | null, Date | string | null>;
  remediated_by: string | null;
  /** Events of the alert, earliest first. */
  history: ColumnType<AlertEvent[], string | undefined, string>;
  /** Why the finding is gone, if that does not close the alert by itself. */
  gone_reason: string | null;
  /** Times of the first and last event. */
  started_at: ColumnType<Date | null, Date | string | null | undefined, never>;
  ended_at: ColumnType<Date | null, Date | string | null | undefined, Date | string>;
  event_count: ColumnType<number, number | undefined, number>;
  reasons: ColumnType<string[], string | undefined, string>;
  technique: ColumnType<string, string | undefined, never>;
  source: ColumnType<string, string | undefined, never>;
  chart: ColumnType<AlertChart | null, string | null | undefined, string | null>;
}

/** A resource that the subject of an alert can access. */
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
