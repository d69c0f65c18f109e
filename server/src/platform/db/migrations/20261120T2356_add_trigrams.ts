import { sql, type Kysely } from 'kysely';

/** Adds the trigram extension, which speeds up suggestions. A PostgreSQL that lacks it, or an owner without the right to add it, goes without. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    do $$ begin
      if exists (select 1 from pg_available_extensions where name = 'pg_trgm') then
        create extension if not exists pg_trgm;
      end if;
    exception when insufficient_privilege then null;
    end $$`.execute(db);
}
