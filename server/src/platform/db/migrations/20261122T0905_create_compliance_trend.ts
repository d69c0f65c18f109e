import { sql, type Kysely } from 'kysely';

/** Creates daily compliance results and the start of each finding. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table compliance_status add column last_failed_at timestamptz`.execute(db);
  await sql`
    create table compliance_day (
      tenant_id text not null,
      account_id text not null,
      day text not null,
      snapshot_id bigint not null,
      rules jsonb not null,
      primary key (tenant_id, account_id, day)
    )`.execute(db);
  await sql`
    create table compliance_finding (
      tenant_id text not null,
      rule_id text not null,
      object_uri text not null,
      since timestamptz not null,
      primary key (tenant_id, rule_id, object_uri)
    )`.execute(db);
  for (const table of ['compliance_day', 'compliance_finding']) {
    await sql`alter table ${sql.table(table)} enable row level security, force row level security`.execute(db);
    await sql`
      create policy tenant_rows on ${sql.table(table)}
      using (tenant_id = current_setting('cam.tenant_id', true))
      with check (tenant_id = current_setting('cam.tenant_id', true))`.execute(db);
    await sql`grant select, insert, update, delete on ${sql.table(table)} to cam_app`.execute(db);
  }
}
