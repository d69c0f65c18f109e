import { sql, type Kysely } from 'kysely';

/** Creates sources. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table source (
      tenant_id text not null, uid text not null, cloud_type text not null, account_id text not null, account_name text not null,
      status text not null, status_reason text not null default '', phase text not null, progress real not null, messages jsonb not null default '[]',
      bundle text, last_snapshot_at timestamptz, created_at timestamptz not null default now(),
      primary key (tenant_id, uid),
      unique (tenant_id, cloud_type, account_id)
    )`.execute(db);
  await sql`alter table source enable row level security, force row level security`.execute(db);
  await sql`
    create policy tenant_rows on source
    using (tenant_id = current_setting('cam.tenant_id', true))
    with check (tenant_id = current_setting('cam.tenant_id', true))`.execute(db);
  await sql`grant select, insert, update, delete on source to cam_app`.execute(db);
}
