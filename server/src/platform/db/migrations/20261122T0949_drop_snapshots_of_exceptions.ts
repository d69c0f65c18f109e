import { sql, type Kysely } from 'kysely';

/** Drops the snapshot from compliance exceptions: their time alone counts. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table compliance_exception drop column snapshot_id`.execute(db);
}
