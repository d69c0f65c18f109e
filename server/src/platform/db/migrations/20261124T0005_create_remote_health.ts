import { sql, type Kysely } from 'kysely';

/** Creates the record of whether a release worked for each of its users on each day, over all tenants. Users appear as digests only. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table remote_health (
      remote_id text not null,
      version text not null,
      day date not null,
      reporter text not null,
      is_troubled boolean not null,
      primary key (remote_id, version, day, reporter)
    )`.execute(db);
  await sql`create index remote_health_day on remote_health (day)`.execute(db);
  await sql`grant select, insert, update, delete on remote_health to cam_app`.execute(db);
}
