import { sql, type Kysely } from 'kysely';

/** Takes planner statistics of JSON documents again: without them the planner underestimates their width and searches take ten times as long. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table graph_entity alter column attributes set statistics -1`.execute(db);
  await sql`alter table graph_edge alter column detail set statistics -1`.execute(db);
  await sql`alter table graph_step alter column parent set statistics -1, alter column via_group set statistics -1, alter column conditions set statistics -1`.execute(
    db,
  );
  await sql`alter table graph_outsider alter column entity set statistics -1`.execute(db);
  await sql`alter table graph_profile_class alter column hops set statistics -1`.execute(db);
  await sql`alter table graph_access alter column via set statistics -1, alter column actions set statistics -1`.execute(db);
}
