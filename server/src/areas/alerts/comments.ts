import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { AlertComment } from '@cam/contracts/server';
import type { Tx } from '../../platform/db/database';

/** An @ before an e-mail address; the sentence may go on with a point. */
const MENTION = /@([\w.+-]+@[\w-]+(?:\.[\w-]+)+)/g;

/** Returns the e-mail addresses that a comment mentions, each once. */
export function mentionsIn(text: string): string[] {
  return [...new Set([...text.matchAll(MENTION)].flatMap(([, email]) => (email ? [email.toLowerCase()] : [])))];
}

/** Returns the comments on an alert, the earliest first. */
export async function listComments(tx: Tx, tenantId: string, alertId: string): Promise<AlertComment[]> {
  const rows = await tx
    .selectFrom('alert_comment')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .where('alert_id', '=', alertId)
    .orderBy('written_at')
    .orderBy('comment_id')
    .execute();
  return rows.map(({ comment_id, author, written_at, text, mentions }) => ({
    comment_id,
    author,
    written_at: written_at.toISOString(),
    text,
    mentions,
  }));
}

/** Stores a comment and counts it on its alert. */
export async function insertComment(tx: Tx, tenantId: string, alertId: string, text: string, author: string): Promise<AlertComment> {
  const comment = { comment_id: randomUUID(), author, written_at: new Date(), text, mentions: mentionsIn(text) };
  await tx
    .insertInto('alert_comment')
    .values({ ...comment, tenant_id: tenantId, alert_id: alertId, mentions: JSON.stringify(comment.mentions) })
    .execute();
  await tx
    .updateTable('alert')
    .set({ comment_count: sql`comment_count + 1` })
    .where('tenant_id', '=', tenantId)
    .where('alert_id', '=', alertId)
    .execute();
  return { ...comment, written_at: comment.written_at.toISOString() };
}
