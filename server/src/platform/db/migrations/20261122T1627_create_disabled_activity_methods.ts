import { sql, type Kysely } from 'kysely';

/** Creates the detection methods that a tenant has switched off. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table activity_method_off (
      tenant_id text not null,
      method_id text not null,
      switched_by text not null,
      switched_at timestamptz not null default now(),
      primary key (tenant_id, method_id)
    )`.execute(db);
  await sql`alter table activity_method_off enable row level security, force row level security`.execute(db);
  await sql`
    create policy tenant_rows on activity_method_off
    using (tenant_id = current_setting('cam.tenant_id', true))
    with check (tenant_id = current_setting('cam.tenant_id', true))`.execute(db);
  await sql`grant select, insert, update, delete on activity_method_off to cam_app`.execute(db);
}
