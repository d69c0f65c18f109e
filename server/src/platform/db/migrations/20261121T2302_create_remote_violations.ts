import { sql, type Kysely } from 'kysely';

/** Creates the violations of the content security policy that browsers report. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table remote_violation (
      remote_id text not null,
      version text not null,
      hour timestamptz not null,
      directive text not null,
      blocked text not null,
      source text not null,
      count integer not null,
      last_at timestamptz not null,
      primary key (remote_id, version, hour, directive, blocked, source)
    )`.execute(db);
  await sql`create index remote_violation_hour on remote_violation (hour)`.execute(db);
  await sql`grant select, insert, update, delete on remote_violation to cam_app`.execute(db);
}
