import { sql, type Kysely } from 'kysely';

/**
 * Creates the manifests of imports: one for each snapshot and source whose facts are new in it. They form a chain in each tenant. Nothing may change or
 * delete them.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table graph_manifest (
      tenant_id text not null,
      snapshot_id bigint not null,
      source_uid text not null,
      position integer not null,
      account_id text not null,
      cloud_type text not null,
      taken_at timestamptz not null,
      facts_root text not null,
      facts_count integer not null,
      bundle_sha256 text,
      release text not null,
      catalogue_sha256 text not null,
      estate text not null,
      previous text,
      digest text not null,
      primary key (tenant_id, snapshot_id, source_uid),
      unique (tenant_id, position)
    )`.execute(db);
  await sql`create index graph_manifest_by_source on graph_manifest (tenant_id, source_uid, position desc)`.execute(db);
  await sql`alter table graph_manifest enable row level security, force row level security`.execute(db);
  await sql`
    create policy tenant_rows on graph_manifest
    using (tenant_id = current_setting('cam.tenant_id', true))
    with check (tenant_id = current_setting('cam.tenant_id', true))`.execute(db);
  await sql`grant select, insert on graph_manifest to cam_app`.execute(db);
}
