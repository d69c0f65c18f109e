import { sql, type Kysely } from 'kysely';

/** Creates the correlation of sources with sources of the identity directory. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table correlated_source (
      tenant_id text not null, id text not null, idn_source_id text not null, idn_source_name text not null, cam_source_id text not null,
      created_at timestamptz not null default now(),
      primary key (tenant_id, id),
      unique (tenant_id, cam_source_id)
    )`.execute(db);
  await sql`alter table correlated_source enable row level security, force row level security`.execute(db);
  await sql`
    create policy tenant_rows on correlated_source
    using (tenant_id = current_setting('cam.tenant_id', true))
    with check (tenant_id = current_setting('cam.tenant_id', true))`.execute(db);
  await sql`grant select, insert, update, delete on correlated_source to cam_app`.execute(db);
}
