import { sql, type Kysely } from 'kysely';

/**
 * Marks use that belongs to the account itself, such as the creation of resources. Stored AWS bundles are queued, because they tell which use that
 * is.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table graph_usage no force row level security`.execute(db);
  await sql`alter table source no force row level security`.execute(db);
  await sql`alter table graph_usage add column of_account boolean not null default false`.execute(db);
  await sql`update graph_usage set of_account = true where resource_id = '' and kind is not null`.execute(db);
  await sql`update source set phase = 'PHASE_QUEUED', progress = 0, import_id = null where bundle is not null and cloud_type = 'AWS'`.execute(db);
  await sql`alter table graph_usage force row level security`.execute(db);
  await sql`alter table source force row level security`.execute(db);
}
