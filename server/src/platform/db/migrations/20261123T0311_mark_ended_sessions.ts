import { sql, type Kysely } from 'kysely';

/** Marks ended sessions, so that a late request cannot revive one. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table oidc_payload add column is_ended boolean not null default false`.execute(db);
}
