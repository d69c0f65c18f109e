import { randomUUID } from 'node:crypto';
import { sql, type RawBuilder } from 'kysely';
import type { Tx } from './database';

/** Rows of one part. As objects, some ten thousand rows need several megabytes. */
const PART = 20_000;

/**
 * Reads the rows of a query in parts, inside the caller's transaction, so that they are never all in memory. The caller reads to the end, or its transaction
 * ends the reading.
 */
export async function* readInParts<Row>(tx: Tx, query: RawBuilder<Row>): AsyncGenerator<Row[]> {
  const cursor = sql.id(`parts_${randomUUID().replaceAll('-', '')}`);
  // All rows are read, so no plan that is quick only for the first ones.
  await sql`set local cursor_tuple_fraction = 1`.execute(tx);
  await sql`declare ${cursor} no scroll cursor for ${query}`.execute(tx);
  for (;;) {
    const { rows } = await sql<Row>`fetch ${sql.lit(PART)} from ${cursor}`.execute(tx);
    if (rows.length > 0) yield rows;
    if (rows.length < PART) break;
  }
  await sql`close ${cursor}`.execute(tx);
}
