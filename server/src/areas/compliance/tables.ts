import type { RegionCount } from '@cam/contracts/server';
import type { ColumnType } from 'kysely';

/** The last change of a rule between passing and failing. */
export interface ComplianceStatusTable {
  tenant_id: string;
  rule_id: string;
  failing: boolean;
  changed_at: ColumnType<Date, Date | string, Date | string>;
  /** Time at which an object last started to fail it. */
  last_failed_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
}

/** Counts of a rule's objects that fail it, that fail and are dismissed, and that pass. */
export type RuleCounts = readonly [failed: number, dismissed: number, passed: number];

/** The state of rules at the end of a day, for one account or (empty) all. */
export interface ComplianceDayTable {
  tenant_id: string;
  account_id: string;
  /** YYYY-MM-DD, UTC. */
  day: string;
  /** The last snapshot of the day at the time of counting. */
  snapshot_id: number;
  rules: ColumnType<Record<string, RuleCounts>, string, string>;
}

/** Since when an object fails a rule. */
export interface ComplianceFindingTable {
  tenant_id: string;
  rule_id: string;
  object_uri: string;
  since: ColumnType<Date, Date | string, Date | string>;
}

/** Failures by region, for one account or (empty) all. */
export interface ComplianceCountTable {
  tenant_id: string;
  account_id: string;
  by_region: ColumnType<RegionCount[], string, string>;
  counted_at: ColumnType<Date, Date | string, Date | string>;
}

/** A user's decision about an object that fails a rule. */
export interface ComplianceExceptionTable {
  tenant_id: string;
  rule_id: string;
  object_uri: string;
  status: 'DISMISSED' | 'REMEDIATED';
  changed_by: string;
  changed_at: ColumnType<Date, Date | string, Date | string>;
}

export interface ComplianceTables {
  compliance_count: ComplianceCountTable;
  compliance_day: ComplianceDayTable;
  compliance_exception: ComplianceExceptionTable;
  compliance_finding: ComplianceFindingTable;
  compliance_status: ComplianceStatusTable;
}

declare module '../../platform/db/schema' {
  interface Database extends ComplianceTables {}
}
