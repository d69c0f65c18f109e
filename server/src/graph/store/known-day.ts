import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database';
import { unprocessable } from '../../platform/http/errors';

/** Refuses a day (YYYY-MM-DD, UTC) in the future. @throws ApiError 422 */
export function refuseFutureDay(day: string): void {
  const today = new Date().toISOString().slice(0, 10);
  if (day > today) throw unprocessable('DAY_IN_FUTURE', `${day} is in the future. Choose today, ${today}, or an earlier day.`);
}

/** Refuses a day before the first snapshot, of which nothing is known. A tenant without snapshots has no such day. @throws ApiError 422 */
export async function refuseUnknownDay(tx: Tx, tenantId: string, day: string): Promise<void> {
  refuseFutureDay(day);
  const { rows } = await sql<{ first: string | null }>`
    select to_char(min(taken_at) at time zone 'UTC', 'YYYY-MM-DD') as first from graph_snapshot
    where tenant_id = ${tenantId} and state <> 'staging'`.execute(tx);
  const first = rows[0]?.first ?? null;
  if (first !== null && day < first)
    throw unprocessable('BEFORE_FIRST_SNAPSHOT', `Nothing is known about ${day}. The first snapshot is of ${first}. Choose that day or a later one.`);
}
