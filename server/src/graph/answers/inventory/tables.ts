import type { ColumnType } from 'kysely';

/** One counted fact, stored under a key of a section. */
export interface InventoryFactTable {
  tenant_id: string;
  /** The count that the row belongs to. Rows of unfinished counts are never read. */
  count_id: string;
  section: string;
  key: string;
  account_id: string;
  name: string;
  value: ColumnType<Record<string, unknown>, string, string>;
}

/** The current count and the running one. */
export interface InventoryStateTable {
  tenant_id: string;
  /** Null: nothing is counted yet. */
  count_id: string | null;
  /** The counted snapshot and day, because access becomes unused as days pass. */
  head: ColumnType<number, number, number>;
  counted_at: ColumnType<Date | null, Date | string | null, Date | string | null>;
  /** Null: no count is running. */
  running_id: string | null;
}

export interface InventoryTables {
  inventory_fact: InventoryFactTable;
  inventory_state: InventoryStateTable;
}

declare module '../../../platform/db/schema' {
  interface Database extends InventoryTables {}
}
