import type { ColumnType } from 'kysely';
import type { ReportStatus } from '@cam/contracts/server';

type Timestamp = ColumnType<Date, Date | string | undefined, Date | string>;

export interface ReportTable {
  tenant_id: string;
  report_id: string;
  name: string;
  type: string;
  query: string;
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

export interface ReportFileTable {
  tenant_id: string;
  report_id: string;
  content: Buffer;
}

export interface ReportsTables {
  report: ReportTable;
  report_file: ReportFileTable;
}
