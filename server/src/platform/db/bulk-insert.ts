import { sql, type Selectable } from 'kysely';
import type { Tx } from './database';
import type { Database } from './schema';

/** Rows of one statement: large enough that the statement costs nothing, small enough that its text stays a few MB. */
const BATCH = 5000;

/**
 * Inserts many rows, thousands a statement: they travel as one JSON parameter and the database reads them by the table's own types.
 * Values are as they are read (jsonb columns as objects, times as Date, arrays as arrays; no bytea). All rows have the columns of
 * the first one; columns that it does not name get their defaults.
 * @param onConflictDoNothing leaves rows out that are there already instead of failing
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
