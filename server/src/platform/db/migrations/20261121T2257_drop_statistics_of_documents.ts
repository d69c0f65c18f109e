import { sql, type Kysely } from 'kysely';

/** Takes no planner statistics of JSON documents. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table graph_entity alter column attributes set statistics 0`.execute(db);
  await sql`alter table graph_edge alter column detail set statistics 0`.execute(db);
  await sql`alter table graph_step alter column parent set statistics 0, alter column via_group set statistics 0, alter column conditions set statistics 0`.execute(
    db,
  );
  await sql`alter table graph_outsider alter column entity set statistics 0`.execute(db);
  await sql`alter table graph_profile_class alter column hops set statistics 0`.execute(db);
  await sql`alter table graph_access alter column via set statistics 0, alter column actions set statistics 0`.execute(db);
}
