import type { ColumnType } from 'kysely';
import type { AccountStatus, Phase, RunTrigger, SnapshotSchedule, SourceMessage } from '@cam/contracts/server';
import type { HierarchyNode } from './connectors/connector';
import type { Warning } from '../graph';

type Json<T> = ColumnType<T, string, string>;
type OptionalJson<T> = ColumnType<T | null, string | null, string | null>;
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
  /** What it is pulled with; null: it comes from imports alone. */
  connection_uid: string | null;
  /** The pull that is under way; null: none. */
  pull_id: string | null;
  /** When the provider was asked first for what lies in the staging area. */
  pull_began_at: OptionalTime;
  /** What the last pull that became a bundle read. */
  pulled: OptionalJson<PulledParts>;
  next_pull_at: OptionalTime;
  /** What began the last run, and when. */
  run_trigger: RunTrigger | null;
  run_began_at: OptionalTime;
  /** It is being deleted: no list has it any more. */
  is_leaving: ColumnType<boolean, boolean | undefined, boolean>;
  /** Null: once a day. */
  schedule: OptionalJson<SnapshotSchedule>;
  created_at: ColumnType<Date, Date | string | undefined, Date | string>;
}

/** What a pull read of an account. */
export interface PulledParts {
  read: string[];
  /** Of what it could not read. */
  warnings: Warning[];
  /** Logs are known up to here. ISO 8601. */
  until: string;
}

/** An organization as it was when its provider was asked last. */
export interface StoredOrganization {
  id: string;
  hierarchy: HierarchyNode;
  /** Accounts that are pulled, by id; null: every account, also those to come. */
  included: Record<string, boolean> | null;
  /** ISO 8601. */
  askedAt: string;
  /** Why it could not be asked then what is in it, a sentence. */
  error?: string;
}

/** A hierarchy that somebody who connects an organization waits for. */
export interface SourceHierarchyTable {
  tenant_id: string;
  build_uuid: string;
  status: 'RUNNING' | 'COMPLETED' | 'FAILED';
  error: ColumnType<string, string | undefined, string>;
  hierarchy: OptionalJson<HierarchyNode>;
  created_at: ColumnType<Date, Date | string | undefined, never>;
}

/** How a provider is asked: what somebody typed, secrets apart and sealed together as one JSON object. */
export interface SourceConnectionTable {
  tenant_id: string;
  uid: string;
  cloud_type: string;
  info: Json<Record<string, string>>;
  sealed: Buffer;
  /** Of an organization. */
  name: ColumnType<string, string | undefined, string>;
  /** What is in it; null: the connection is of one account. */
  organization: OptionalJson<StoredOrganization>;
  created_at: ColumnType<Date, Date | string | undefined, never>;
  updated_at: ColumnType<Date, Date | string | undefined, Date | string>;
}

/** A run of a source that ended, with a snapshot or without. */
export interface SourceRunTable {
  tenant_id: string;
  run_id: string;
  source_uid: string;
  trigger: RunTrigger;
  began_at: OptionalTime;
  ended_at: ColumnType<Date, Date | string, never>;
  /** When the provider was asked for what was taken; null: nothing was. */
  taken_at: OptionalTime;
  status: AccountStatus;
  status_reason: string;
  phase: Phase;
  /** Whether the graph is another since. */
  is_changed: boolean | null;
  entity_count: number | null;
  warning_count: number;
  error_count: number;
  /** The first of them. */
  messages: Json<SourceMessage[]>;
}

/** A source that is the same as one of the identity-governance product. */
export interface CorrelatedSourceTable {
  tenant_id: string;
  id: string;
  idn_source_id: string;
  idn_source_name: string;
  /** Uid of an account or organization. */
  cam_source_id: string;
  created_at: ColumnType<Date, Date | string | undefined, never>;
}

export interface SourcesTables {
  correlated_source: CorrelatedSourceTable;
  source_run: SourceRunTable;
  source: SourceTable;
  source_connection: SourceConnectionTable;
  source_hierarchy: SourceHierarchyTable;
}

declare module '../platform/db/schema' {
  interface Database extends SourcesTables {}
}
