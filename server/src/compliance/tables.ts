import type { RegionCount } from '@cam/contracts/server';
import type { ColumnType } from 'kysely';

/** When a rule last went from passing to failing or back. */
export interface ComplianceStatusTable {
  tenant_id: string;
  rule_id: string;
  failing: boolean;
  changed_at: ColumnType<Date, Date | string, Date | string>;
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
  /** The newest snapshot at that time: what is remediated is open again where a later one still shows it. */
  snapshot_id: number;
  changed_by: string;
  changed_at: ColumnType<Date, Date | string, Date | string>;
}

export interface ComplianceTables {
  compliance_count: ComplianceCountTable;
  compliance_exception: ComplianceExceptionTable;
  compliance_status: ComplianceStatusTable;
}
