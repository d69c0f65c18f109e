import { sql, type Kysely } from 'kysely';

/** Finds scopes of any time by the id of their provider. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index graph_entity_scope on graph_entity (tenant_id, native_id) where type = 'SCOPE'`.execute(db);
}
