import { sql, type Kysely } from 'kysely';

/** The keys of the console that users changed. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table user_keys (
      tenant_id text not null,
      email text not null,
      single_keys boolean not null,
      keys jsonb not null,
      changed_at timestamptz not null,
      primary key (tenant_id, email)
    )`.execute(db);
  await sql`alter table user_keys enable row level security, force row level security`.execute(db);
  await sql`
    create policy tenant_rows on user_keys
    using (tenant_id = current_setting('cam.tenant_id', true))
    with check (tenant_id = current_setting('cam.tenant_id', true))`.execute(db);
  await sql`grant select, insert, update, delete on user_keys to cam_app`.execute(db);
}
