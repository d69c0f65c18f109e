import { sql, type Kysely } from 'kysely';

/** Lets webhooks put files into a bucket. The rows of files keep which events each has, so that it has the same key and content whenever it is sent again. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table webhook add column bucket jsonb`.execute(db);
  await sql`alter table webhook_attempt add column file text not null default ''`.execute(db);
  await sql`
    create table webhook_file (
      tenant_id text not null,
      webhook_id text not null,
      first_seq bigint not null,
      last_seq bigint not null,
      day text not null,
      primary key (tenant_id, webhook_id, first_seq),
      foreign key (tenant_id, webhook_id) references webhook on delete cascade
    )`.execute(db);
  await sql`alter table webhook_file enable row level security, force row level security`.execute(db);
  await sql`
    create policy tenant_rows on webhook_file
    using (tenant_id = current_setting('cam.tenant_id', true))
    with check (tenant_id = current_setting('cam.tenant_id', true))`.execute(db);
  await sql`grant select, insert, update, delete on webhook_file to cam_app`.execute(db);
}
