import { sql, type Kysely } from 'kysely';

/** Marks alerts whose risk follows from scores of an earlier snapshot, and keeps since when an alert waits for its notification. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table alert add column risk_awaits bigint`.execute(db);
  await sql`alter table notification_queue add column queued_at timestamptz not null default now()`.execute(db);
}
