import { sql, type Kysely } from 'kysely';

/** Creates the audit log. The role of requests adds entries and never changes them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table audit_entry (
      tenant_id text not null,
      audit_id bigint generated always as identity,
      at timestamptz not null default clock_timestamp(),
      actor text not null,
      address text not null,
      call text not null,
      subject text not null,
      before jsonb,
      after jsonb,
      primary key (tenant_id, audit_id)
    )`.execute(db);
  await sql`create index audit_entry_latest on audit_entry (tenant_id, at desc)`.execute(db);
  await sql`alter table audit_entry enable row level security, force row level security`.execute(db);
  await sql`
    create policy tenant_rows on audit_entry
    using (tenant_id = current_setting('cam.tenant_id', true))
    with check (tenant_id = current_setting('cam.tenant_id', true))`.execute(db);
  await sql`grant select, insert, update, delete on audit_entry to cam_app`.execute(db);
  await sql`revoke update, delete on audit_entry from cam_app`.execute(db);
}
