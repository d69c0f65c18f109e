import type { ColumnType } from 'kysely';

/** When a rule last went from passing to failing or back. */
export interface ComplianceStatusTable {
  tenant_id: string;
  rule_id: string;
  failing: boolean;
  changed_at: ColumnType<Date, Date | string, Date | string>;
}

export interface ComplianceTables {
  compliance_status: ComplianceStatusTable;
}
