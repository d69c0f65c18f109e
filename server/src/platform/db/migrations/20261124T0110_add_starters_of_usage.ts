import { sql, type Kysely } from 'kysely';

/**
 * Records who started the sessions in which an identity acted. Earlier rows name nobody, so that their use through a role belongs to an unknown
 * user until the next import. Counts are made again.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table graph_usage add column started_by jsonb not null default '{}'`.execute(db);
  await sql`alter table inventory_state no force row level security`.execute(db);
  await sql`update inventory_state set head = -1`.execute(db);
  await sql`alter table inventory_state force row level security`.execute(db);
}
