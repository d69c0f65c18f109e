import { sql, type Kysely } from 'kysely';

/** Adds the format and the schedule of reports. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table report add column format text not null default 'XLSX', add column schedule_id text`.execute(db);
}
