import { sql, type Kysely } from 'kysely';

/** Adds the channel of Microsoft Teams that a bot posts to, the one in which it was heard last, and messages to such channels. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table product_connection add column channel jsonb, add column offered_channel jsonb`.execute(db);
  await sql`alter table notification_delivery drop constraint notification_delivery_method_check`.execute(db);
  await sql`
    alter table notification_delivery
      add constraint notification_delivery_method_check check (method in ('EMAIL', 'WEBHOOK', 'SYSLOG', 'SLACK', 'TEAMS'))`.execute(db);
}
