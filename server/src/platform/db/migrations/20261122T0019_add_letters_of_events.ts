import { sql, type Kysely } from 'kysely';

/** Records with each event which kinds of access its action gives, as letters. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table graph_event add column letters text not null default ''`.execute(db);
}
