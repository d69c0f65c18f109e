import { sql, type Kysely } from 'kysely';

/** Creates the table of the servers of teams. They belong to the installation, not to a tenant. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table back_end (
      remote_id text primary key,
      url text not null,
      seconds integer not null,
      changed_by text not null,
      changed_at timestamptz not null
    )`.execute(db);
  await sql`grant select, insert, update, delete on back_end to cam_app`.execute(db);
}
