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

/** How the last look of a guardrail at the graph went. */
export interface GuardrailEvaluationTable {
  tenant_id: string;
  monitor_id: string;
  /** Number of the snapshot that it looked at. */
  snapshot_id: number;
  /** What it asked then: after a change it looks at the same snapshot again. */
  query: string;
  alerts_enabled: boolean;
  evaluated_at: ColumnType<Date, Date | string, Date | string>;
  /** When it was asked last: of a snapshot that changed nothing that it reads, what was found before stands. */
  asked_at: ColumnType<Date, Date | string, Date | string>;
  /** The accounts that were connected then (`fingerprintOf`). */
  accounts: string;
  findings: number;
  /** There were more findings than are kept. */
  is_cut: boolean;
  /** Why it could not be asked, as a sentence. */
  error: string | null;
}

export interface GuardrailsTables {
  guardrail: GuardrailTable;
  guardrail_evaluation: GuardrailEvaluationTable;
}

declare module '../../platform/db/schema' {
  interface Database extends GuardrailsTables {}
}
