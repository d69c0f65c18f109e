import type { EventBucket, TenantFeedEvent } from '@cam/contracts/server';
import type { Tx } from '../../platform/db/database';
import { lastSeq, listEvents, oldestSeq } from './feed-store';
import { messageOf, type Sender } from './formats';
import type { WebhookRow } from './webhook-store';

/** Positions that one file covers at most. */
const MOST_POSITIONS = 1000;

/** The events of one file. */
export interface EventFile {
  firstSeq: number;
  lastSeq: number;
  /** Day (UTC) on which it was planned. */
  day: string;
  /** Events of the kinds of the webhook, oldest first; none: nothing is sent. */
  events: TenantFeedEvent[];
  /** No event is newer. */
  isLatest: boolean;
}

/**
 * Returns the next file of a webhook. Its row is stored before it is sent: after a crash or for a replay, the file has the same events and the same key, and
 * so overwrites itself. A file whose events are deleted in part is never sent again, because it would lose them.
 * @returns null when all events were sent
 */
export async function planFile(tx: Tx, webhook: WebhookRow, now: Date): Promise<EventFile | null> {
  const { tenant_id: tenantId, webhook_id, kinds, sent_seq } = webhook;
  const last = await lastSeq(tx, tenantId);
  const after = Number(sent_seq);
  if (after >= last) return null;
  const oldest = (await oldestSeq(tx, tenantId)) ?? last + 1;
  const start = Math.max(after + 1, oldest);
  const skipped = { firstSeq: start, day: '', events: [] };
  if (start > last) return { ...skipped, lastSeq: last, isLatest: true };
  const planned = await plannedAt(tx, webhook, start);
  if (planned && planned.firstSeq < oldest) return { ...skipped, lastSeq: planned.lastSeq, isLatest: planned.lastSeq >= last };
  const firstSeq = planned?.firstSeq ?? start;
  const following = planned ? null : await firstPlannedAfter(tx, webhook, firstSeq);
  const end = planned?.lastSeq ?? Math.min(last, firstSeq + MOST_POSITIONS - 1, (following ?? Infinity) - 1);
  const events = await listEvents(tx, tenantId, { after: firstSeq - 1, until: end, kinds, limit: MOST_POSITIONS });
  const file = { firstSeq, lastSeq: end, day: planned?.day ?? now.toISOString().slice(0, 10), events, isLatest: end >= last };
  if (!planned && events.length > 0)
    await tx.insertInto('webhook_file').values({ tenant_id: tenantId, webhook_id, first_seq: firstSeq, last_seq: end, day: file.day }).execute();
  return file;
}

/** Forgets the files all of whose events are deleted. */
export async function deleteOldFiles(tx: Tx, tenantId: string): Promise<void> {
  const oldest = (await oldestSeq(tx, tenantId)) ?? (await lastSeq(tx, tenantId)) + 1;
  await tx.deleteFrom('webhook_file').where('tenant_id', '=', tenantId).where('last_seq', '<', oldest).execute();
}

/** Returns the key of a file. It depends on the planned file alone. */
export function keyOf(
  { prefix }: Pick<EventBucket, 'prefix'>,
  { tenant_id, webhook_id, format }: Place,
  { firstSeq, lastSeq: end, day }: Named,
): string {
  const name = `${padded(firstSeq)}-${padded(end)}.${format === 'CEF' ? 'cef' : 'ndjson'}`;
  return [prefix, tenant_id, webhook_id, day, name].filter((part) => part !== '').join('/');
}

type Place = Pick<WebhookRow, 'tenant_id' | 'webhook_id' | 'format'>;
type Named = Pick<EventFile, 'firstSeq' | 'lastSeq' | 'day'>;

/** Returns the content of a file: each event in the format of the webhook, one a line. */
export function contentOf(events: readonly TenantFeedEvent[], format: WebhookRow['format'], sender: Sender): { body: string; type: string } {
  const body = events.map((event) => `${messageOf(event, format, sender).body}\n`).join('');
  return { body, type: format === 'CEF' ? 'text/plain; charset=utf-8' : 'application/x-ndjson' };
}

/** Positions sort as texts do. */
const padded = (seq: number): string => String(seq).padStart(12, '0');

async function plannedAt(tx: Tx, { tenant_id, webhook_id }: WebhookRow, seq: number): Promise<Named | null> {
  const row = await tx
    .selectFrom('webhook_file')
    .select(['first_seq', 'last_seq', 'day'])
    .where((is) => is.and({ tenant_id, webhook_id }))
    .where('first_seq', '<=', seq)
    .where('last_seq', '>=', seq)
    .executeTakeFirst();
  return row ? { firstSeq: Number(row.first_seq), lastSeq: Number(row.last_seq), day: row.day } : null;
}

async function firstPlannedAfter(tx: Tx, { tenant_id, webhook_id }: WebhookRow, seq: number): Promise<number | null> {
  const { first } = await tx
    .selectFrom('webhook_file')
    .select(({ fn }) => fn.min('first_seq').as('first'))
    .where((is) => is.and({ tenant_id, webhook_id }))
    .where('first_seq', '>', seq)
    .executeTakeFirstOrThrow();
  return first === null ? null : Number(first);
}
