import type { ColumnType } from 'kysely';
import type { Cursor } from './cursor';

/** A search that a user pages through. `starts` holds the start of each page so far (null: the beginning). */
export interface QuerySessionTable {
  tenant_id: string;
  session_id: string;
  email: string;
  query: string;
  account_id: string | null;
  starts: ColumnType<(Cursor | null)[], string, string>;
  next_start: ColumnType<Cursor | null, string, string>;
  used_at: ColumnType<Date, Date, Date>;
}

export interface QuerySavedTable {
  tenant_id: string;
  search_id: string;
  /** The owner's e-mail address. */
  email: string;
  name: string;
  /** Empty: no folder. */
  folder: string;
  query: string;
  shared: boolean;
  saved_at: ColumnType<Date, Date, Date>;
}

/** The queries that a user ran, each once. */
export interface QueryHistoryTable {
  tenant_id: string;
  email: string;
  query: string;
  searched_at: ColumnType<Date, Date, Date>;
}

export interface QueryTables {
  query_session: QuerySessionTable;
  query_saved: QuerySavedTable;
  query_history: QueryHistoryTable;
}

declare module '../../platform/db/schema' {
  interface Database extends QueryTables {}
}
