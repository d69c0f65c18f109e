import { sql, type Kysely } from 'kysely';

/** Creates the policies by which tenants choose releases, and the history of those policies. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table remote_policy (
      tenant_id text not null,
      remote_id text not null,
      enabled boolean not null,
      pin text,
      channel text not null,
      canary_percent integer not null,
      reason text not null,
      changed_by text not null,
      changed_at timestamptz not null,
      primary key (tenant_id, remote_id)
    )`.execute(db);
  await sql`
    create table remote_policy_change (
      tenant_id text not null,
      change_number bigint generated always as identity,
      remote_id text not null,
      enabled boolean not null,
      pin text,
      channel text not null,
      canary_percent integer not null,
      reason text not null,
      changed_by text not null,
      changed_at timestamptz not null,
      primary key (tenant_id, change_number)
    )`.execute(db);
  for (const table of ['remote_policy', 'remote_policy_change']) {
    await sql`alter table ${sql.table(table)} enable row level security, force row level security`.execute(db);
    await sql`
      create policy tenant_rows on ${sql.table(table)}
      using (tenant_id = current_setting('cam.tenant_id', true))
      with check (tenant_id = current_setting('cam.tenant_id', true))`.execute(db);
    await sql`grant select, insert, update, delete on ${sql.table(table)} to cam_app`.execute(db);
  }
}
