import type { ColumnType } from 'kysely';

/** One thing that was counted: what stands under a key of a section. */
export interface InventoryFactTable {
  tenant_id: string;
  /** Of which count it is: rows of one that is not finished are never read. */
  count_id: string;
  section: string;
  key: string;
  account_id: string;
  name: string;
  value: ColumnType<Record<string, unknown>, string, string>;
}

/** The count that is read, and the one that is under way. */
export interface InventoryStateTable {
  tenant_id: string;
  /** Null: nothing was counted yet. */
  count_id: string | null;
  /** The snapshot that was counted, and the day: what is unused changes with days as well. */
  head: ColumnType<number, number, number>;
  counted_at: ColumnType<Date | null, Date | string | null, Date | string | null>;
  /** Null: none is under way. */
  running_id: string | null;
}

export interface InventoryTables {
  inventory_fact: InventoryFactTable;
  inventory_state: InventoryStateTable;
}

declare module '../../../platform/db/schema' {
  interface Database extends InventoryTables {}
}
