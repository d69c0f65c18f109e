import { sql, type Kysely } from 'kysely';

/** Finds identities by name without the resources between them, and policies of many accounts under one id. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index graph_entity_identities on graph_entity (tenant_id, name, entity_id) where valid_to is null and is_identity`.execute(db);
  await sql`drop index graph_policy_id`.execute(db);
  await sql`create index graph_policy_id on graph_policy (tenant_id, policy_id, source_uid) where valid_to is null`.execute(db);
}
