import { sql, type Kysely } from 'kysely';

/** Creates the exceptions to compliance rules. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table compliance_exception (
      tenant_id text not null,
      rule_id text not null,
      object_uri text not null,
      status text not null,
      snapshot_id bigint not null,
      changed_by text not null,
      changed_at timestamptz not null,
      primary key (tenant_id, rule_id, object_uri)
    )`.execute(db);
  await sql`alter table compliance_exception enable row level security, force row level security`.execute(db);
  await sql`
    create policy tenant_rows on compliance_exception
    using (tenant_id = current_setting('cam.tenant_id', true))
    with check (tenant_id = current_setting('cam.tenant_id', true))`.execute(db);
  await sql`grant select, insert, update, delete on compliance_exception to cam_app`.execute(db);
}
