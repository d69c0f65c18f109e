import { sql, type Kysely } from 'kysely';

/** Creates the role that every request works as. Databases of one PostgreSQL share their roles, so the role may exist. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    do $$ begin
      if not exists (select 1 from pg_roles where rolname = 'cam_app') then
        create role cam_app nologin nobypassrls;
      end if;
    exception when duplicate_object or unique_violation then null;
    end $$`.execute(db);
  await sql`grant cam_app to current_user`.execute(db);
  await sql`grant usage on schema public to cam_app`.execute(db);
}
