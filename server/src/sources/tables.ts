import type { ColumnType } from 'kysely';
import type { AccountStatus, Phase, SourceMessage } from '@cam/contracts/server';

type Json<T> = ColumnType<T, string, string>;
type OptionalTime = ColumnType<Date | null, Date | string | null, Date | string | null>;

/** A connected or imported account, with how far its last ingestion is. */
export interface SourceTable {
  tenant_id: string;
  uid: string;
  cloud_type: string;
  account_id: string;
  account_name: string;
  status: AccountStatus;
  status_reason: string;
  phase: Phase;
  progress: number;
  messages: Json<SourceMessage[]>;
  /** Name of the last bundle in the data folder. */
  bundle: string | null;
  /** When the provider was asked for it; null: when it was imported. */
  bundle_taken_at: OptionalTime;
  /** The job that is at work on it, or was last. */
  import_id: string | null;
  last_snapshot_at: OptionalTime;
  created_at: ColumnType<Date, Date | string | undefined, Date | string>;
}

export interface SourcesTables {
  source: SourceTable;
}
