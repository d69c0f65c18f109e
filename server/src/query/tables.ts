import type { ColumnType } from 'kysely';
import type { Cursor } from './run-query';

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

export interface QueryTables {
  query_session: QuerySessionTable;
}
