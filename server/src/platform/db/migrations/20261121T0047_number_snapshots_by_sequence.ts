import { sql, type Kysely } from 'kysely';

/**
 * Numbers snapshots by a sequence, so that no number is given twice, and finds staged rows by their source. The sequence starts above all numbers
 * that were counted before.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index graph_entity_source on graph_entity (tenant_id, source_uid, valid_from)`.execute(db);
  await sql`create index graph_edge_source on graph_edge (tenant_id, source_uid, valid_from)`.execute(db);
  await sql`create index graph_policy_source on graph_policy (tenant_id, source_uid, valid_from)`.execute(db);
  await sql`create index graph_profile_class_source on graph_profile_class (tenant_id, source_uid, valid_from)`.execute(db);
  await sql`create index graph_access_source on graph_access (tenant_id, source_uid, valid_from)`.execute(db);
  await sql`create sequence graph_snapshot_number start 1000`.execute(db);
  await sql`grant usage on sequence graph_snapshot_number to cam_app`.execute(db);
}
