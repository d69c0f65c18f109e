import { sql, type Kysely } from 'kysely';

/** Creates the connections of sources to their providers, and the progress of pulls. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table source_connection (
      tenant_id text not null, uid text not null, cloud_type text not null, info jsonb not null, sealed bytea not null,
      created_at timestamptz not null default now(), updated_at timestamptz not null default now(),
      primary key (tenant_id, uid)
    )`.execute(db);
  await sql`alter table source_connection enable row level security, force row level security`.execute(db);
  await sql`
    create policy tenant_rows on source_connection
    using (tenant_id = current_setting('cam.tenant_id', true))
    with check (tenant_id = current_setting('cam.tenant_id', true))`.execute(db);
  await sql`grant select, insert, update, delete on source_connection to cam_app`.execute(db);
  await sql`
    alter table source add column connection_uid text, add column pull_id text, add column pull_began_at timestamptz,
      add column pulled jsonb, add column next_pull_at timestamptz`.execute(db);
}
