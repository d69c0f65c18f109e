import { sql, type Kysely } from 'kysely';

/** Records the tenant in which a publisher token was created. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table remote_publisher_token add column made_in text not null default ''`.execute(db);
}
