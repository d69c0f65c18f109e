import { sql, type Kysely } from 'kysely';

/**
 * Records the kind of access of each use, and how far the log of a source goes back. Stored bundles are queued, because their logs were not read
 * before.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table graph_usage add column kind text`.execute(db);
  await sql`alter table graph_source add column usage jsonb`.execute(db);
  await sql`create index graph_usage_identity on graph_usage (tenant_id, identity_id, last_at) where valid_to is null`.execute(db);
  await sql`create index graph_edge_parent on graph_edge (tenant_id, parent_id) where valid_to is null`.execute(db);
  await sql`alter table source no force row level security`.execute(db);
  await sql`update source set phase = 'PHASE_QUEUED', progress = 0, import_id = null where bundle is not null`.execute(db);
  await sql`alter table source force row level security`.execute(db);
}
