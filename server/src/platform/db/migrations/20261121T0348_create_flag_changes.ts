import { sql, type Kysely } from 'kysely';

/** Creates the history of feature flags. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table feature_flag_change (
      tenant_id text not null,
      change_number bigint generated always as identity,
      flag text not null,
      value boolean not null,
      changed_by text not null,
      changed_at timestamptz not null,
      primary key (tenant_id, change_number)
    )`.execute(db);
  await sql`alter table feature_flag_change enable row level security, force row level security`.execute(db);
  await sql`
    create policy tenant_rows on feature_flag_change
    using (tenant_id = current_setting('cam.tenant_id', true))
    with check (tenant_id = current_setting('cam.tenant_id', true))`.execute(db);
  await sql`grant select, insert, update, delete on feature_flag_change to cam_app`.execute(db);
}
