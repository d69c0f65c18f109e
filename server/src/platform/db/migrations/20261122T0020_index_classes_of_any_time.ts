import { sql, type Kysely } from 'kysely';

/** Finds resources of a past day by their class as fast as current ones. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index graph_entity_class_ever on graph_entity (tenant_id, class_id)`.execute(db);
}
