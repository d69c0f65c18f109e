import type { ColumnType } from 'kysely';

export interface ListViewTable {
  tenant_id: string;
  view_id: string;
  email: string;
  /** Path of the page. */
  page: string;
  name: string;
  parameters: string;
  shared: boolean;
  saved_at: ColumnType<Date, Date, Date>;
}

interface ViewsTables {
  list_view: ListViewTable;
}

declare module '../../platform/db/schema' {
  interface Database extends ViewsTables {}
}
