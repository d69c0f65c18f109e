import { sql, type Kysely } from 'kysely';

/** Adds the conditional letters of access to the resources of alerts. Those of earlier alerts stay unknown. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table alert_object add column conditional_actions_str text not null default ''`.execute(db);
}
