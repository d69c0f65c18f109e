import { sql, type Kysely } from 'kysely';

/**
 * Creates the digests of the facts of each source, those of its newest manifest. They only save work: whoever finds none, or others than the manifest
 * names, hashes the facts.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table graph_leaf_digest (
      tenant_id text not null,
      source_uid text not null,
      facts_root text not null,
      digests bytea not null,
      primary key (tenant_id, source_uid)
    )`.execute(db);
  // Digests cannot be compressed.
  await sql`alter table graph_leaf_digest alter column digests set storage external`.execute(db);
  await sql`alter table graph_leaf_digest enable row level security, force row level security`.execute(db);
  await sql`
    create policy tenant_rows on graph_leaf_digest
    using (tenant_id = current_setting('cam.tenant_id', true))
    with check (tenant_id = current_setting('cam.tenant_id', true))`.execute(db);
  await sql`grant select, insert, update, delete on graph_leaf_digest to cam_app`.execute(db);
}
