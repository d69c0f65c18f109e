import type { RegionCount } from '@cam/contracts/server';
import type { ColumnType } from 'kysely';

/** When a rule last went from passing to failing or back. */
export interface ComplianceStatusTable {
  tenant_id: string;
  rule_id: string;
  failing: boolean;
  changed_at: ColumnType<Date, Date | string, Date | string>;
  /** When an object last failed it that did not before. */
  last_failed_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
}

/** Of a rule: objects that fail it, that were dismissed although they do, and that pass. */
export type RuleCounts = readonly [failed: number, dismissed: number, passed: number];

/** How rules stood at the end of a day, of an account or (empty) of all. */
export interface ComplianceDayTable {
  tenant_id: string;
  account_id: string;
  /** YYYY-MM-DD, UTC. */
  day: string;
  /** The last one of the day when it was counted. */
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

/** What fails in each region, of an account or (empty) of all. */
export interface ComplianceCountTable {
  tenant_id: string;
  account_id: string;
  by_region: ColumnType<RegionCount[], string, string>;
  counted_at: ColumnType<Date, Date | string, Date | string>;
}

/** What somebody decided of an object that fails a rule. */
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
