import type { ColumnType, Generated } from 'kysely';

type Json = ColumnType<unknown, string | null, never>;

/** A change in the product. The application may only insert rows; it has no right to update or delete them. */
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
