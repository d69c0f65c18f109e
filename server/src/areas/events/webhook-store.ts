import { sql, type Selectable } from 'kysely';
import type { Tx } from '../../platform/db/database';
import type { WebhookAttemptTable, WebhookTable } from './tables';

export type WebhookRow = Selectable<WebhookTable>;

/** Time for which a process owns a webhook, ms: twice that of an attempt. Each stored event extends it, so the events of a killed process soon go on. */
const LEASE = 30_000;

/** Attempts that are kept for each webhook. */
const KEPT_ATTEMPTS = 50;

export async function listWebhooks(tx: Tx, tenantId: string): Promise<WebhookRow[]> {
  return tx.selectFrom('webhook').selectAll().where('tenant_id', '=', tenantId).orderBy('created_at').orderBy('webhook_id').execute();
}

export async function findWebhook(tx: Tx, tenantId: string, webhookId: string): Promise<WebhookRow | undefined> {
  return tx
    .selectFrom('webhook')
    .selectAll()
    .where((is) => is.and({ tenant_id: tenantId, webhook_id: webhookId }))
    .forUpdate()
    .executeTakeFirst();
}

export async function saveWebhook(tx: Tx, { tenant_id, webhook_id, created_by, created_at, ...row }: WebhookRow): Promise<void> {
  const change = {
    ...row,
    kinds: JSON.stringify(row.kinds),
    public_keys: JSON.stringify(row.public_keys),
    bucket: row.bucket && JSON.stringify(row.bucket),
  };
  await tx
    .insertInto('webhook')
    .values({ tenant_id, webhook_id, created_by, created_at: new Date(created_at), ...change })
    .onConflict((on) => on.columns(['tenant_id', 'webhook_id']).doUpdateSet(change))
    .execute();
}

export async function deleteWebhook(tx: Tx, tenantId: string, webhookId: string): Promise<WebhookRow | undefined> {
  return tx
    .deleteFrom('webhook')
    .where((is) => is.and({ tenant_id: tenantId, webhook_id: webhookId }))
    .returningAll()
    .executeTakeFirst();
}

export const newLease = (): Date => new Date(Date.now() + LEASE);

/** Leases webhooks whose next attempt is due. Concurrent callers get others. */
export async function claimDue(tx: Tx, tenantId: string): Promise<WebhookRow[]> {
  const now = new Date();
  return tx
    .updateTable('webhook')
    .set({ leased_until: newLease() })
    .where('tenant_id', '=', tenantId)
    .where('state', '=', 'ON')
    .where('next_at', '<=', now)
    .where((is) => is.or([is('leased_until', 'is', null), is('leased_until', '<', now)]))
    .where(sql<boolean>`sent_seq < (select last from event_counter where tenant_id = ${tenantId})`)
    .returningAll()
    .execute();
}

export type Progress = Partial<Pick<WebhookRow, 'sent_seq' | 'attempts' | 'state' | 'state_reason' | 'next_at' | 'leased_until'>>;

/** Stores the progress of a webhook, unless it was changed or deleted meanwhile: it then begins again with its new settings. */
export async function saveProgress(tx: Tx, { tenant_id, webhook_id, leased_until }: WebhookRow, progress: Progress): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('webhook')
    .set(progress)
    .where((is) => is.and({ tenant_id, webhook_id }))
    .where('leased_until', '=', leased_until)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Returns the time of the next attempt of any webhook; null: none waits. */
export async function nextDue(tx: Tx, tenantId: string): Promise<Date | null> {
  const { due } = await tx
    .selectFrom('webhook')
    .select(sql<Date | string | null>`min(greatest(next_at, coalesce(leased_until, next_at)))`.as('due'))
    .where('tenant_id', '=', tenantId)
    .where('state', '=', 'ON')
    .where(sql<boolean>`sent_seq < (select last from event_counter where tenant_id = ${tenantId})`)
    .executeTakeFirstOrThrow();
  return due === null ? null : new Date(due);
}

type Attempt = Omit<Selectable<WebhookAttemptTable>, 'attempt_id'>;

/** Keeps an attempt, and the last ones before it. */
export async function keepAttempt(tx: Tx, attempt: Attempt): Promise<void> {
  await tx
    .insertInto('webhook_attempt')
    .values({ ...attempt, at: new Date(attempt.at) })
    .execute();
  await sql`
    delete from webhook_attempt where tenant_id = ${attempt.tenant_id} and webhook_id = ${attempt.webhook_id} and attempt_id <= (
      select attempt_id from webhook_attempt where tenant_id = ${attempt.tenant_id} and webhook_id = ${attempt.webhook_id}
      order by attempt_id desc offset ${KEPT_ATTEMPTS} limit 1)`.execute(tx);
}

export async function listAttempts(tx: Tx, tenantId: string, webhookId: string): Promise<Selectable<WebhookAttemptTable>[]> {
  return tx
    .selectFrom('webhook_attempt')
    .selectAll()
    .where((is) => is.and({ tenant_id: tenantId, webhook_id: webhookId }))
    .orderBy('attempt_id', 'desc')
    .execute();
}
