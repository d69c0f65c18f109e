import type { Selectable } from 'kysely';
import { bulkInsert } from '../../../platform/db/bulk-insert';
import type { Tx } from '../../../platform/db/database';
import type { DigestMailTable } from './tables';

export type DigestMail = Selectable<DigestMailTable>;

/** Time for which a worker owns a mail, ms: longer than any attempt takes. */
const LEASE = 5 * 60_000;

/** Mails in one lease. */
const BATCH = 20;

/** Days that the outcome of a mail is kept. */
const KEPT_DAYS = 30;

/** Stores that people are due a mail of a day, once each, and deletes old days. */
export async function insertDueMails(tx: Tx, tenantId: string, day: string, emails: readonly string[], now: Date): Promise<void> {
  const rows = emails.map((email) => ({ tenant_id: tenantId, email, day, state: 'WAITING' as const, attempts: 0, next_at: now }));
  await bulkInsert(tx, 'digest_mail', rows, { onConflictDoNothing: true });
  const before = new Date(now.getTime() - KEPT_DAYS * 86_400_000).toISOString().slice(0, 10);
  await tx.deleteFrom('digest_mail').where('tenant_id', '=', tenantId).where('day', '<', before).execute();
}

export async function hasDue(tx: Tx, tenantId: string, now: Date): Promise<boolean> {
  return (await due(tx, tenantId, now).limit(1).execute()).length > 0;
}

/** Leases due mails. Concurrent callers get others. A mail without an outcome within the lease is due again. */
export async function claimDue(tx: Tx, tenantId: string, now: Date): Promise<DigestMail[]> {
  const found = await due(tx, tenantId, now).orderBy('day').orderBy('email').limit(BATCH).forUpdate().skipLocked().execute();
  const claimed: DigestMail[] = [];
  for (const key of found)
    claimed.push(
      await tx
        .updateTable('digest_mail')
        .set(({ eb }) => ({ attempts: eb('attempts', '+', 1), next_at: new Date(now.getTime() + LEASE) }))
        .where((is) => is.and({ tenant_id: tenantId, ...key }))
        .returningAll()
        .executeTakeFirstOrThrow(),
    );
  return claimed;
}

/** Stores the outcome of an attempt unless another one began meanwhile. `nextAt` is the time of the next attempt. */
export async function saveOutcome(
  tx: Tx,
  { tenant_id, email, day, attempts }: DigestMail,
  { state, nextAt }: { state: DigestMail['state']; nextAt?: Date },
): Promise<void> {
  await tx
    .updateTable('digest_mail')
    .set({ state, ...(nextAt ? { next_at: nextAt } : {}) })
    .where((is) => is.and({ tenant_id, email, day, attempts }))
    .execute();
}

function due(tx: Tx, tenantId: string, now: Date) {
  return tx
    .selectFrom('digest_mail')
    .select(['email', 'day'])
    .where('tenant_id', '=', tenantId)
    .where('state', '=', 'WAITING')
    .where('next_at', '<=', now);
}
