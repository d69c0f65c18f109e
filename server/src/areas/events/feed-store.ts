import { sql } from 'kysely';
import { EVENT_DAYS, type EventKind, type TenantFeedEvent } from '@cam/contracts/server';
import type { Tx } from '../../platform/db/database';

/**
 * Gives each committed event without a place the next one, and returns the position of the newest event. Readers see no holes: the lock on the counter
 * lets one process at a time give places, and an event that commits later comes later.
 */
export async function sequence(tx: Tx, tenantId: string): Promise<number> {
  await tx
    .insertInto('event_counter')
    .values({ tenant_id: tenantId, last: 0 })
    .onConflict((on) => on.doNothing())
    .execute();
  const { last } = await tx.selectFrom('event_counter').select('last').where('tenant_id', '=', tenantId).forUpdate().executeTakeFirstOrThrow();
  const { rows } = await sql<{ count: number }>`
    with numbered as (
      select position, row_number() over (order by position) as place from event where tenant_id = ${tenantId} and seq is null
    ), placed as (
      update event set seq = ${last}::bigint + numbered.place from numbered
      where event.tenant_id = ${tenantId} and event.position = numbered.position
      returning 1
    )
    select count(*)::int as count from placed`.execute(tx);
  const added = rows[0]?.count ?? 0;
  return added === 0 ? Number(last) : raiseCounter(tx, tenantId, Number(last) + added);
}

async function raiseCounter(tx: Tx, tenantId: string, last: number): Promise<number> {
  await tx.updateTable('event_counter').set({ last }).where('tenant_id', '=', tenantId).execute();
  return last;
}

/** Returns the position of the newest event that has a place, without giving places. */
export async function lastSeq(tx: Tx, tenantId: string): Promise<number> {
  const row = await tx.selectFrom('event_counter').select('last').where('tenant_id', '=', tenantId).executeTakeFirst();
  return Number(row?.last ?? 0);
}

/** Returns events after a position, oldest first; with `until`, those up to another position. */
export async function listEvents(
  tx: Tx,
  tenantId: string,
  { after, until, kinds, limit }: { after: number; until?: number; kinds: readonly EventKind[]; limit: number },
): Promise<TenantFeedEvent[]> {
  if (kinds.length === 0) return [];
  let query = tx
    .selectFrom('event')
    .select(['seq', 'event_id', 'kind', 'subject', 'at', 'data'])
    .where('tenant_id', '=', tenantId)
    .where('seq', '>', after)
    .where('kind', 'in', [...kinds])
    .orderBy('seq')
    .limit(limit);
  if (until !== undefined) query = query.where('seq', '<=', until);
  const rows = await query.execute();
  return rows.map(({ seq, event_id: id, kind, subject, at, data }) => ({
    seq: Number(seq),
    id,
    type: kind,
    subject,
    timestamp: new Date(at).toISOString(),
    data,
  }));
}

/** Returns the position of the oldest event that is kept; null: there is none. */
export async function oldestSeq(tx: Tx, tenantId: string): Promise<number | null> {
  const { oldest } = await tx
    .selectFrom('event')
    .select(({ fn }) => fn.min('seq').as('oldest'))
    .where('tenant_id', '=', tenantId)
    .executeTakeFirstOrThrow();
  return oldest === null ? null : Number(oldest);
}

/** Deletes events whose time is over. */
export async function deleteOldEvents(tx: Tx, tenantId: string): Promise<void> {
  await tx
    .deleteFrom('event')
    .where('tenant_id', '=', tenantId)
    .where('at', '<', new Date(Date.now() - EVENT_DAYS * 86_400_000))
    .execute();
}
