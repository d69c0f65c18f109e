import type { ColumnType } from 'kysely';
import type { Cursor } from './cursor';

/** An answer that somebody pages through: `starts` holds where each page so far began (null: at the beginning). */
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
  /** Whose it is. */
  email: string;
  name: string;
  /** Empty: none. */
  folder: string;
  query: string;
  shared: boolean;
  saved_at: ColumnType<Date, Date, Date>;
}

/** What somebody searched for, each query once. */
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
