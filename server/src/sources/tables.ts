import type { ColumnType } from 'kysely';
import type { AccountStatus, Phase, RunTrigger, SnapshotSchedule, SourceMessage } from '@cam/contracts/server';
import type { HierarchyNode } from './connectors/connector';
import type { Warning } from '../graph';

type Json<T> = ColumnType<T, string, string>;
type OptionalJson<T> = ColumnType<T | null, string | null, string | null>;
type OptionalTime = ColumnType<Date | null, Date | string | null, Date | string | null>;

/** A connected or imported account, with the progress of its last import. */
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
  /** When the bundle was exported from the provider. Null means at import. */
  bundle_taken_at: OptionalTime;
  /** The current or last import job. */
  import_id: string | null;
  last_snapshot_at: OptionalTime;
  /** The connection that pulls it. Null if it has only imports. */
  connection_uid: string | null;
  /** The running pull, or null. */
  pull_id: string | null;
  /** When the staging area was started. */
  pull_began_at: OptionalTime;
  /** The parts that the last complete pull read. */
  pulled: OptionalJson<PulledParts>;
  next_pull_at: OptionalTime;
  /** Trigger and start of the last run. */
  run_trigger: RunTrigger | null;
  run_began_at: OptionalTime;
  /** True while it is being deleted; no list contains it. */
  is_leaving: ColumnType<boolean, boolean | undefined, boolean>;
  /** Null means once a day. */
  schedule: OptionalJson<SnapshotSchedule>;
  /** When its stored facts were last compared with its last import. */
  facts_checked_at: OptionalTime;
  /** Set if they were found to differ, until the next import. */
  differing_facts: OptionalJson<DifferingFacts>;
  created_at: ColumnType<Date, Date | string | undefined, Date | string>;
}

/** The numbers of facts of a source whose stored facts are not those of its last import. They can be equal. */
export interface DifferingFacts {
  stored: number;
  imported: number;
}

/** The parts of an account that a pull read. */
export interface PulledParts {
  read: string[];
  /** Warnings about parts that it could not read. */
  warnings: Warning[];
  /** End of the log window, ISO 8601. */
  until: string;
}

/** An organization at the last refresh of its hierarchy. */
export interface StoredOrganization {
  id: string;
  hierarchy: HierarchyNode;
  /** Accounts to pull, by id. Null means every account, future ones included. */
  included: Record<string, boolean> | null;
  /** ISO 8601. */
  askedAt: string;
  /** Why the last refresh failed, as one sentence. */
  error?: string;
}

/** A hierarchy that the source editor waits for. */
export interface SourceHierarchyTable {
  tenant_id: string;
  build_uuid: string;
  status: 'RUNNING' | 'COMPLETED' | 'FAILED';
  error: ColumnType<string, string | undefined, string>;
  hierarchy: OptionalJson<HierarchyNode>;
  created_at: ColumnType<Date, Date | string | undefined, never>;
}

/** Connection details: typed fields, and secrets encrypted together as one JSON object. */
export interface SourceConnectionTable {
  tenant_id: string;
  uid: string;
  cloud_type: string;
  info: Json<Record<string, string>>;
  sealed: Buffer;
  /** Name of the organization. */
  name: ColumnType<string, string | undefined, string>;
  /** The organization, or null if the connection serves one account. */
  organization: OptionalJson<StoredOrganization>;
  created_at: ColumnType<Date, Date | string | undefined, never>;
  updated_at: ColumnType<Date, Date | string | undefined, Date | string>;
}

/** A finished run of a source, with or without a snapshot. */
export interface SourceRunTable {
  tenant_id: string;
  run_id: string;
  source_uid: string;
  trigger: RunTrigger;
  began_at: OptionalTime;
  ended_at: ColumnType<Date, Date | string, never>;
  /** Time of the snapshot, or null if the run gave none. */
  taken_at: OptionalTime;
  status: AccountStatus;
  status_reason: string;
  phase: Phase;
  /** True if the run changed the graph. */
  is_changed: boolean | null;
  entity_count: number | null;
  warning_count: number;
  error_count: number;
  /** The first messages only. */
  messages: Json<SourceMessage[]>;
}

/** A link between a source and a source of the identity-governance product. */
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
