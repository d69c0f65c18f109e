import type { ColumnType } from 'kysely';

/** A method that a tenant disabled; a method without a row is enabled. */
export interface ActivityMethodOffTable {
  tenant_id: string;
  method_id: string;
  switched_by: string;
  switched_at: ColumnType<Date, Date | undefined, never>;
}

export interface ActivityTables {
  activity_method_off: ActivityMethodOffTable;
}

declare module '../../platform/db/schema' {
  interface Database extends ActivityTables {}
}
