import { sql, type Kysely } from 'kysely';

/** Adds the groups of the alerts of a message, in the order of its alerts. Null: the groups are determined when the message is sent. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table notification_delivery add column alert_groups jsonb`.execute(db);
}
