import { sql, type Kysely } from 'kysely';

/** Finds recent users by the names that logs have of them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table graph_entity add column email_key text generated always as (lower(attributes ->> 'email')) stored`.execute(db);
  await sql`create index graph_entity_email on graph_entity (tenant_id, email_key) where valid_to is null and email_key is not null`.execute(db);
  await sql`create index graph_usage_last on graph_usage (tenant_id, last_at) include (identity_id, count) where valid_to is null`.execute(db);
}
