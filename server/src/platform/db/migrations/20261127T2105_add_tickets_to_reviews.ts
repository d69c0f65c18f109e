import { sql, type Kysely } from 'kysely';

/** Lets revocations of access reviews become tickets, and keeps the snapshot that was the newest when a ticket was closed. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table review_campaign add column tickets jsonb`.execute(db);
  await sql`alter table review_item add column reported_snapshot bigint`.execute(db);
}
