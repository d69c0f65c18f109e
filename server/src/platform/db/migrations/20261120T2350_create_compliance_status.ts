import { sql, type Kysely } from 'kysely';

/** Creates the last verdict of each compliance rule. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table compliance_status (
      tenant_id text not null,
      rule_id text not null,
      failing boolean not null,
      changed_at timestamptz not null,
      primary key (tenant_id, rule_id)
    )`.execute(db);
  await sql`alter table compliance_status enable row level security, force row level security`.execute(db);
  await sql`
    create policy tenant_rows on compliance_status
    using (tenant_id = current_setting('cam.tenant_id', true))
    with check (tenant_id = current_setting('cam.tenant_id', true))`.execute(db);
  await sql`grant select, insert, update, delete on compliance_status to cam_app`.execute(db);
}
