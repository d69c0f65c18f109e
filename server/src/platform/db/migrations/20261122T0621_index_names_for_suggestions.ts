import { sql, type Kysely } from 'kysely';

/** Answers name suggestions from an index alone. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index graph_entity_names on graph_entity (tenant_id, type, name_key) include (name, account_id) where valid_to is null`.execute(
    db,
  );
}
