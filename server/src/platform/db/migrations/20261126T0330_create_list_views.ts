import { sql, type Kysely } from 'kysely';

/** Saved views of any list. Those of the alerts move here. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table list_view (
      tenant_id text not null,
      view_id text not null,
      email text not null,
      page text not null,
      name text not null,
      parameters text not null,
      shared boolean not null,
      saved_at timestamptz not null default now(),
      primary key (tenant_id, view_id)
    )`.execute(db);
  // Forced row security would hide the rows of all tenants from the copy.
  await sql`alter table alert_view no force row level security`.execute(db);
  await sql`
    insert into list_view (tenant_id, view_id, email, page, name, parameters, shared, saved_at)
    select tenant_id, view_id, email, '/alerts', name, parameters, shared, saved_at from alert_view`.execute(db);
  await sql`drop table alert_view`.execute(db);
  await sql`alter table list_view enable row level security, force row level security`.execute(db);
  await sql`
    create policy tenant_rows on list_view
    using (tenant_id = current_setting('cam.tenant_id', true))
    with check (tenant_id = current_setting('cam.tenant_id', true))`.execute(db);
  await sql`grant select, insert, update, delete on list_view to cam_app`.execute(db);
}
