import { sql, type Kysely } from 'kysely';

/** Deletes summarized edges of deleted sources, which were still counted. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table graph_reach no force row level security`.execute(db);
  await sql`alter table graph_source no force row level security`.execute(db);
  await sql`
    delete from graph_reach r
    where not exists (select 1 from graph_source s where s.tenant_id = r.tenant_id and s.source_uid = r.source_uid)`.execute(db);
  await sql`alter table graph_reach force row level security`.execute(db);
  await sql`alter table graph_source force row level security`.execute(db);
}
