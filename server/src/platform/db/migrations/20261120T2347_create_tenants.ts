import { sql, type Kysely } from 'kysely';

/** Creates tenants, user profiles and notification settings. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table tenant (
      tenant_id text primary key,
      name text not null,
      address text not null default 'none',
      shadow_accounts jsonb not null default '{}',
      updated_at timestamptz not null default now()
    )`.execute(db);
  await sql`grant select, insert, update, delete on tenant to cam_app`.execute(db);
  await sql`
    create table user_profile (
      tenant_id text not null,
      email text not null,
      first_name text not null,
      last_name text not null,
      job_title text not null,
      alert_info jsonb not null,
      primary key (tenant_id, email)
    )`.execute(db);
  await sql`
    create table notification_setting (
      tenant_id text not null,
      severity text not null,
      settings jsonb not null,
      primary key (tenant_id, severity)
    )`.execute(db);
  for (const table of ['user_profile', 'notification_setting']) {
    await sql`alter table ${sql.table(table)} enable row level security, force row level security`.execute(db);
    await sql`
      create policy tenant_rows on ${sql.table(table)}
      using (tenant_id = current_setting('cam.tenant_id', true))
      with check (tenant_id = current_setting('cam.tenant_id', true))`.execute(db);
    await sql`grant select, insert, update, delete on ${sql.table(table)} to cam_app`.execute(db);
  }
}
