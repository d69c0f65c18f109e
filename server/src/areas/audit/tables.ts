import type { ColumnType, Generated } from 'kysely';

type Json = ColumnType<unknown, string | null, never>;

/** What was changed in the product itself. Rows are only ever added: the application has no right to change or to delete one. */
export interface AuditEntryTable {
  tenant_id: string;
  audit_id: Generated<string>;
  at: ColumnType<Date, never, never>;
  actor: string;
  address: string;
  call: string;
  subject: string;
  before: Json;
  after: Json;
}

export interface AuditTables {
  audit_entry: AuditEntryTable;
}

declare module '../../platform/db/schema' {
  interface Database extends AuditTables {}
}
