import { sql } from 'kysely';
import { QUERY_CANCELED } from './cancellation';
import type { Tx } from './database';

/**
 * Does a part of a transaction, each statement of it within a time limit. If one reaches the limit, everything that the part wrote is undone, and the transaction
 * goes on. The embedded database does not end statements, so that only what has not begun is left out there.
 * @param ms milliseconds, at most as many as a statement has anyway; nothing is done without any
 * @returns null if a statement reached the limit
 */
export async function withinTime<T>(tx: Tx, ms: number, work: () => Promise<T>): Promise<T | null> {
  if (ms <= 0) return null;
  const { rows } = await sql<{ before: number }>`select setting::int before from pg_settings where name = 'statement_timeout'`.execute(tx);
  // 0 stands for no limit.
  const before = rows[0]?.before ?? 0;
  const limit = (timeout: number) => sql`select set_config('statement_timeout', ${String(timeout)}, true)`.execute(tx);
  await sql`savepoint within_time`.execute(tx);
  try {
    await limit(Math.max(1, Math.round(before > 0 ? Math.min(before, ms) : ms)));
    const result = await work();
    await limit(before);
    await sql`release savepoint within_time`.execute(tx);
    return result;
  } catch (error) {
    if ((error as { code?: unknown }).code !== QUERY_CANCELED) throw error;
    // The time limit is that from before again. After the client disconnected, this statement is refused.
    await sql`rollback to savepoint within_time`.execute(tx);
    return null;
  }
}
