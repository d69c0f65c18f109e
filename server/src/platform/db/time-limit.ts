import { sql } from 'kysely';
import { QUERY_CANCELED } from './cancellation';
import type { Tx } from './database';

/**
 * Does a part of a transaction, each statement of it within a time limit. If one reaches the limit, everything that the part wrote is undone, and the transaction
 * goes on. The embedded database does not end statements, so that only what has not begun is left out there.
 * @param ms milliseconds; nothing is done without any
 * @returns null if a statement reached the limit
 */
export async function withinTime<T>(tx: Tx, ms: number, work: () => Promise<T>): Promise<T | null> {
  if (ms <= 0) return null;
  const { rows } = await sql<{ before: string }>`select current_setting('statement_timeout') before`.execute(tx);
  const limit = (timeout: string) => sql`select set_config('statement_timeout', ${timeout}, true)`.execute(tx);
  await sql`savepoint within_time`.execute(tx);
  try {
    await limit(String(Math.max(1, Math.round(ms))));
    const result = await work();
    await limit(rows[0]?.before ?? '0');
    await sql`release savepoint within_time`.execute(tx);
    return result;
  } catch (error) {
    if ((error as { code?: unknown }).code !== QUERY_CANCELED) throw error;
    // The time limit is that from before again. After the client disconnected, this statement is refused.
    await sql`rollback to savepoint within_time`.execute(tx);
    return null;
  }
}
