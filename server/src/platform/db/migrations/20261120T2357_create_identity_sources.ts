import { sql, type Kysely } from 'kysely';

/** Creates the user sources of the identity directory. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table identity_source (
      tenant_id text not null,
      source_id text not null,
      name text not null,
      description text not null,
      type text not null,
      created_at timestamptz not null default now(),
      primary key (tenant_id, source_id)
    )`.execute(db);
  await sql`alter table identity_source enable row level security, force row level security`.execute(db);
  await sql`
    create policy tenant_rows on identity_source
    using (tenant_id = current_setting('cam.tenant_id', true))
    with check (tenant_id = current_setting('cam.tenant_id', true))`.execute(db);
  await sql`grant select, insert, update, delete on identity_source to cam_app`.execute(db);
}
