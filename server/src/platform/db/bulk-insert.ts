import { sql, type Selectable } from 'kysely';
import type { Tx } from './database';
import type { Database } from './schema';

/** Rows of one statement: enough that its overhead does not count, few enough that its text stays within a few MB. */
const BATCH = 5000;

/**
 * Inserts many rows, thousands in each statement. The rows travel as one JSON parameter, which the database reads with the column types of the table.
 * Values have the types of a select (jsonb columns as objects, times as Date, arrays as arrays; no bytea).
 * The first row decides the columns of all rows; other columns get their defaults.
 * @param onConflictDoNothing skips rows that exist already instead of failing
 */
export async function bulkInsert<T extends keyof Database & string>(
  tx: Tx,
  table: T,
  rows: readonly Partial<Selectable<Database[T]>>[],
  { onConflictDoNothing = false } = {},
): Promise<void> {
  const [first] = rows;
  if (!first) return;
  const columns = sql.join(Object.keys(first).map((name) => sql.ref(name)));
  const ending = onConflictDoNothing ? sql`on conflict do nothing` : sql``;
  for (let start = 0; start < rows.length; start += BATCH) {
    const json = JSON.stringify(rows.slice(start, start + BATCH));
    await sql`
      insert into ${sql.table(table)} (${columns})
      select ${columns} from json_populate_recordset(null::${sql.table(table)}, ${json}::json) ${ending}`.execute(tx);
  }
}
