import { sql, type Kysely } from 'kysely';

/** Creates the feature flags of tenants. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table feature_flag (
      tenant_id text not null,
      flag text not null,
      value boolean not null,
      changed_by text not null,
      changed_at timestamptz not null,
      primary key (tenant_id, flag)
    )`.execute(db);
  await sql`alter table feature_flag enable row level security, force row level security`.execute(db);
  await sql`
    create policy tenant_rows on feature_flag
    using (tenant_id = current_setting('cam.tenant_id', true))
    with check (tenant_id = current_setting('cam.tenant_id', true))`.execute(db);
  await sql`grant select, insert, update, delete on feature_flag to cam_app`.execute(db);
}
