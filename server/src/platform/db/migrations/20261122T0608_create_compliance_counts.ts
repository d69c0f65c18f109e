import { sql, type Kysely } from 'kysely';

/** Creates the failures of compliance rules by region. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table compliance_count (
      tenant_id text not null,
      account_id text not null,
      by_region jsonb not null,
      counted_at timestamptz not null,
      primary key (tenant_id, account_id)
    )`.execute(db);
  await sql`alter table compliance_count enable row level security, force row level security`.execute(db);
  await sql`
    create policy tenant_rows on compliance_count
    using (tenant_id = current_setting('cam.tenant_id', true))
    with check (tenant_id = current_setting('cam.tenant_id', true))`.execute(db);
  await sql`grant select, insert, update, delete on compliance_count to cam_app`.execute(db);
}
