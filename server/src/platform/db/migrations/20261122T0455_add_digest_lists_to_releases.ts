import { sql, type Kysely } from 'kysely';

/** Records whether a release lists the digests of its files itself. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table remote_release add column lists_digests boolean not null default false`.execute(db);
}
