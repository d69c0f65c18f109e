import { sql, type Kysely } from 'kysely';

/** Lets one connection open many accounts, and creates the hierarchies that connections list. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table source_connection add column name text not null default '', add column organization jsonb`.execute(db);
  await sql`
    create table source_hierarchy (
      tenant_id text not null, build_uuid text not null, status text not null, error text not null default '', hierarchy jsonb,
      created_at timestamptz not null default now(),
      primary key (tenant_id, build_uuid)
    )`.execute(db);
  await sql`alter table source_hierarchy enable row level security, force row level security`.execute(db);
  await sql`
    create policy tenant_rows on source_hierarchy
    using (tenant_id = current_setting('cam.tenant_id', true))
    with check (tenant_id = current_setting('cam.tenant_id', true))`.execute(db);
  await sql`grant select, insert, update, delete on source_hierarchy to cam_app`.execute(db);
}
