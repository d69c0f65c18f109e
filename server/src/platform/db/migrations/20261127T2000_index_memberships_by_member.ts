import { sql, type Kysely } from 'kysely';

/** Finds the groups of an entity without reading all edges of the tenant: cuts and reviews follow them upwards. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index graph_edge_member on graph_edge (tenant_id, child_uri) where valid_to is null and kind = 'member_of'`.execute(db);
}
