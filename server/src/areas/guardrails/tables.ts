import type { ColumnType } from 'kysely';
import type { AlertSuppression, GuardrailNotify, Severity } from '@cam/contracts/server';

type Time = ColumnType<Date, Date | string | undefined, Date | string>;

/** A watched query. */
export interface GuardrailTable {
  tenant_id: string;
  monitor_id: string;
  name: string;
  severity: Severity;
  query: string;
  description: string;
  label: string;
  /** Folders of the guardrail in the list. */
  category: ColumnType<string[], string, string>;
  remediation: string;
  audit: string;
  suppression_create: AlertSuppression;
  suppression_delete: AlertSuppression;
  /** Built in: only its alerting can change. */
  auto_create: boolean;
  alerts_enabled: boolean;
  /** Time since which it raises alerts; null: it raises none, or the time is not known. */
  alerts_since: ColumnType<Date | null, Date | null | undefined, Date | null>;
  /** Null: the defaults. */
  notify: ColumnType<GuardrailNotify | null, string | null | undefined, string | null>;
  created_by: string;
  created_at: Time;
  changed_by: string;
  changed_at: Time;
  /** Increases with every change. */
  version: number;
}

/** The last evaluation of a guardrail. */
export interface GuardrailEvaluationTable {
  tenant_id: string;
  monitor_id: string;
  /** Number of the evaluated snapshot. */
  snapshot_id: number;
  /** The evaluated query: after a change, the same snapshot is evaluated again. */
  query: string;
  alerts_enabled: boolean;
  evaluated_at: ColumnType<Date, Date | string, Date | string>;
  /** Time of the last query. A snapshot that changed nothing that the query reads needs no query. */
  asked_at: ColumnType<Date, Date | string, Date | string>;
  /** Fingerprint of what the query read beside the graph (`readBesideGraph`). */
  accounts: string;
  findings: number;
  /** The findings exceeded the limit. */
  is_cut: boolean;
  /** Why the query failed, as a sentence. */
  error: string | null;
}

export interface GuardrailsTables {
  guardrail: GuardrailTable;
  guardrail_evaluation: GuardrailEvaluationTable;
}

declare module '../../platform/db/schema' {
  interface Database extends GuardrailsTables {}
}
