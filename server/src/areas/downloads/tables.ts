import type { ColumnType } from 'kysely';
import type { DataDownload, DownloadCriteria, PartialReason, ReportStatus } from '@cam/contracts/server';

type Timestamp = ColumnType<Date, Date | string, Date | string>;

export interface DataDownloadTable {
  tenant_id: string;
  download_id: string;
  view: DataDownload['view'];
  criteria: ColumnType<DownloadCriteria, string, string>;
  account_id: string | null;
  file_name: string;
  status: ReportStatus;
  bytes: ColumnType<number | string, number, number>;
  error: string;
  partial: ColumnType<PartialReason[], string | undefined, string>;
  created_by: string;
  created_at: Timestamp;
  expires_at: Timestamp;
}

/** A part of a file, in numeric order. */
export interface DataDownloadPartTable {
  tenant_id: string;
  download_id: string;
  part: number;
  content: Buffer;
}

export interface DownloadsTables {
  data_download: DataDownloadTable;
  data_download_part: DataDownloadPartTable;
}

declare module '../../platform/db/schema' {
  interface Database extends DownloadsTables {}
}
