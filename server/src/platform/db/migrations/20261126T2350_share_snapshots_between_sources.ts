import { sql, type Kysely } from 'kysely';

/** Lets one snapshot tell of the imports of several sources, which are built together. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table graph_snapshot drop constraint graph_snapshot_pkey`.execute(db);
  await sql`alter table graph_snapshot add primary key (tenant_id, snapshot_id, source_uid)`.execute(db);
}
