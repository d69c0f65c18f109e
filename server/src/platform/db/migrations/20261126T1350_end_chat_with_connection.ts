import { sql, type Kysely } from 'kysely';

/** Deletes the people and messages of Slack together with their connection. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of ['chat_person', 'chat_message']) {
    await sql`
      delete from ${sql.table(table)} t
      where not exists (select 1 from product_connection c where c.tenant_id = t.tenant_id and c.connection_id = t.connection_id)`.execute(db);
    await sql`
      alter table ${sql.table(table)} add foreign key (tenant_id, connection_id) references product_connection on delete cascade`.execute(db);
  }
}
