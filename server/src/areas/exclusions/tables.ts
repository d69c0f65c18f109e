import type { ColumnType } from 'kysely';
import type { ExclusionCategory, ExclusionKind } from '@cam/contracts/server';

/** A decision to hide findings. Its state does not say that its last day is over: the calendar does. */
export interface ExclusionTable {
  tenant_id: string;
  exclusion_id: string;
  kind: ExclusionKind;
  query: string | null;
  /** Entities named by hand. `exclusion_uri` holds them, and those of the query. */
  uris: ColumnType<string[] | null, string | null, never>;
  reference_id: string | null;
  /** Name of the guardrail or rule when the exclusion was added. */
  reference_name: string;
  account_id: string | null;
  reason: string;
  category: ExclusionCategory;
  owner: string;
  ticket: string;
  /** Last day (UTC); null: it has no end. */
  ends_on: ColumnType<Date | string | null, string | null, string | null>;
  /** PROPOSED: it has no end and waits for approval. REMOVED: a user ended it. */
  state: 'PROPOSED' | 'ACTIVE' | 'REMOVED';
  hid_at_start: number;
  created_by: string;
  created_at: ColumnType<Date, Date, never>;
  changed_by: string;
  approved_by: string | null;
  removed_by: string | null;
  /** Days before the end at which the owner was last warned; null: not yet. */
  warned_days: number | null;
  version: ColumnType<number, number | undefined, number>;
}

export interface ExclusionUriTable {
  tenant_id: string;
  exclusion_id: string;
  uri: string;
}

export interface ExclusionsTables {
  exclusion: ExclusionTable;
  exclusion_uri: ExclusionUriTable;
}

declare module '../../platform/db/schema' {
  interface Database extends ExclusionsTables {}
}
