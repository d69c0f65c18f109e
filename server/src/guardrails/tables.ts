import type { ColumnType } from 'kysely';
import type { AlertSuppression, Severity } from '@cam/contracts/server';

type Time = ColumnType<Date, Date | string | undefined, Date | string>;

/** A query that is watched. */
export interface GuardrailTable {
  tenant_id: string;
  monitor_id: string;
  name: string;
  severity: Severity;
  query: string;
  description: string;
  label: string;
  /** Folders in which the list shows it. */
  category: ColumnType<string[], string, string>;
  remediation: string;
  audit: string;
  suppression_create: AlertSuppression;
  suppression_delete: AlertSuppression;
  /** Built in: only its alerting can be changed. */
  auto_create: boolean;
  alerts_enabled: boolean;
  created_by: string;
  created_at: Time;
  changed_by: string;
  changed_at: Time;
  /** Grows with every change. */
  version: number;
}

export interface GuardrailsTables {
  guardrail: GuardrailTable;
}
