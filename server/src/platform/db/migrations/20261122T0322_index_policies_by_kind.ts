import { sql, type Kysely } from 'kysely';

/** Finds policies by kind. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index graph_policy_kind on graph_policy (tenant_id, kind) where valid_to is null`.execute(db);
}
