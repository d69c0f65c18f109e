import type { ColumnType } from 'kysely';
import type { Severity } from '@cam/contracts/server';

/** NEW -> OPEN (seen) -> IGNORE (dismissed) or CLOSE (remediated, or its finding is gone); IGNORE -> OPEN (kept). CLOSE is final. */
export type AlertStatus = 'ALERT_STATUS_NEW' | 'ALERT_STATUS_OPEN' | 'ALERT_STATUS_IGNORE' | 'ALERT_STATUS_CLOSE';

/** One finding of a guardrail. While it is not closed, there is one alert per guardrail and finding. */
export interface AlertTable {
  tenant_id: string;
  alert_id: string;
  monitor_id: string;
  /** What was found, the same text each time: a finding that comes back after CLOSE raises a new alert. */
  finding_key: string;
  severity: Severity;
  status: AlertStatus;
  account_id: string;
  alert_time: ColumnType<Date, Date | string | undefined, never>;
  status_changed_at: ColumnType<Date, Date | string | undefined, Date | string>;
  /** E-mail of who changed the status last; null: the product did. */
  status_changed_by: string | null;
}

export interface AlertsTables {
  alert: AlertTable;
}
