import { sql, type Kysely } from 'kysely';

/** Creates the failed sign-ins that the processes of one database count together. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table sign_in_failure (
      key text primary key,
      count integer not null,
      last_at timestamptz not null default clock_timestamp()
    )`.execute(db);
  await sql`create index sign_in_failure_time on sign_in_failure (last_at)`.execute(db);
  await sql`grant select, insert, update, delete on sign_in_failure to cam_app`.execute(db);
}
