import type { ColumnType } from 'kysely';
import type { PartialReason, ReportCriteria, ReportFormat, ReportFrequency, ReportStatus } from '@cam/contracts/server';

type Timestamp = ColumnType<Date, Date | string | undefined, Date | string>;

export interface ReportTable {
  tenant_id: string;
  report_id: string;
  name: string;
  type: string;
  criteria: ColumnType<ReportCriteria, string, string>;
  /** Number of times that its job started. */
  attempts: number;
  account_id: string | null;
  format: ReportFormat;
  /** Id of the schedule of the report. */
  schedule_id: string | null;
  status: ReportStatus;
  progress: number;
  row_count: number | null;
  byte_count: number | null;
  error: string;
  created_by: string;
  created_at: Timestamp;
  expires_at: Date | string | null;
  /** Why rows may be missing. */
  partial: ColumnType<PartialReason[], string | undefined, string>;
}

export interface ReportPartTable {
  tenant_id: string;
  report_id: string;
  part: number;
  content: Buffer;
}

/** A report that is generated and mailed regularly. */
export interface ReportScheduleTable {
  tenant_id: string;
  schedule_id: string;
  name: string;
  type: string;
  format: ReportFormat;
  criteria: ColumnType<ReportCriteria, string, string>;
  account_id: string | null;
  frequency: ReportFrequency;
  day: number;
  hour: number;
  time_zone: string;
  recipients: ColumnType<string[], string, string>;
  /** Time of the next run; null: paused. */
  next_at: Date | string | null;
  last_at: Date | string | null;
  last_report_id: string | null;
  created_by: string;
  created_at: Timestamp;
}

/** The mail of one run to one recipient. WAITING for its report, its first or its next attempt; SENT; FAILED: no more attempts. */
export interface ReportDeliveryTable {
  tenant_id: string;
  delivery_id: string;
  schedule_id: string;
  report_id: string;
  recipient: string;
  state: 'WAITING' | 'SENT' | 'FAILED';
  attempts: number;
  /** Time at which the mail is due; during an attempt, the end of its lease. */
  next_at: ColumnType<Date, Date, Date>;
  /** Outcome of the last attempt. */
  message: string;
}

export interface ReportsTables {
  report: ReportTable;
  report_part: ReportPartTable;
  report_schedule: ReportScheduleTable;
  report_delivery: ReportDeliveryTable;
}

declare module '../../platform/db/schema' {
  interface Database extends ReportsTables {}
}
