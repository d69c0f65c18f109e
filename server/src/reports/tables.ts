import type { ColumnType } from 'kysely';
import type { ReportCriteria, ReportStatus } from '@cam/contracts/server';

type Timestamp = ColumnType<Date, Date | string | undefined, Date | string>;

export interface ReportTable {
  tenant_id: string;
  report_id: string;
  name: string;
  type: string;
  criteria: ColumnType<ReportCriteria, string, string>;
  /** Times that its job was begun. */
  attempts: number;
  account_id: string | null;
  status: ReportStatus;
  progress: number;
  row_count: number | null;
  byte_count: number | null;
  error: string;
  created_by: string;
  created_at: Timestamp;
  expires_at: Date | string | null;
}

export interface ReportPartTable {
  tenant_id: string;
  report_id: string;
  part: number;
  content: Buffer;
}

export interface ReportsTables {
  report: ReportTable;
  report_part: ReportPartTable;
}
