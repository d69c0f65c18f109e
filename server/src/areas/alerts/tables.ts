import type { ColumnType } from 'kysely';
import type { FindingFactors } from '../../graph';
import type { AlertChart, AlertEvent, AlertPolicy, AlertStatus, AlertType, GroupElement, Severity } from '@cam/contracts/server';

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
  /** E-mail address of the user who handles the alert. */
  assignee: ColumnType<string | null, string | null | undefined, string | null>;
  /** Day (UTC) that a user set as due date; null: the severity decides. */
  due_on: ColumnType<Date | string | null, string | null | undefined, string | null>;
  ticket: ColumnType<{ key: string; url: string } | null, string | null | undefined, string | null>;
  dismiss_reason: ColumnType<string | null, string | null | undefined, string | null>;
  /** Last day (UTC) of the dismissal; null: it has no end. */
  dismissed_until: ColumnType<Date | string | null, string | null | undefined, string | null>;
  /** Time at which a user requested a snapshot that verifies the remediation. */
  verifying_since: ColumnType<Date | null, Date | null | undefined, Date | null>;
  /** Elements on all stored access paths of the alert, the narrowest first; null: not determined yet. */
  causes: ColumnType<AlertCause[] | null, string | null | undefined, string | null>;
  /** The causes have to be determined again, because the alert lost resources. */
  causes_due: ColumnType<boolean, boolean | undefined, boolean>;
  comment_count: ColumnType<number, number | undefined, number>;
  /** Risk of the finding, 0 to 100, with its factors; null: not computed yet. */
  risk: ColumnType<number | null, number | undefined, number>;
  risk_factors: ColumnType<FindingFactors | null, string | undefined, string>;
  /** The snapshot whose scores the risk awaits: the graph was not scored yet when the alert was raised. Null: the risk is that of its snapshot. */
  risk_awaits: ColumnType<string | number | null, number | null | undefined, number | null>;
}

/** An element on all stored access paths of an alert. */
export interface AlertCause {
  key: string;
  kind: GroupElement;
  name: string;
  uri: string;
}

export interface AlertCommentTable {
  tenant_id: string;
  alert_id: string;
  comment_id: string;
  author: string;
  written_at: ColumnType<Date, Date, never>;
  text: string;
  /** E-mail addresses of the mentioned users. */
  mentions: ColumnType<string[], string, never>;
}

export interface AlertPolicyTable {
  tenant_id: string;
  reason_required: boolean;
  due_days: ColumnType<AlertPolicy['due_days'], string, string>;
  changed_by: string;
  changed_at: ColumnType<Date, Date, Date>;
}

/** The state of the graph for which the causes of all alerts of a tenant are known. */
export interface AlertCauseStateTable {
  tenant_id: string;
  head: ColumnType<string | number, number, number>;
  sources: string;
  /** The release of CAM that determined them: another one may find others. */
  release: string;
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
  /** Empty in alerts of earlier releases. */
  conditional_actions_str: string;
}

export interface AlertsTables {
  alert: AlertTable;
  alert_object: AlertObjectTable;
  alert_cause_state: AlertCauseStateTable;
  alert_comment: AlertCommentTable;
  alert_policy: AlertPolicyTable;
}

declare module '../../platform/db/schema' {
  interface Database extends AlertsTables {}
}
