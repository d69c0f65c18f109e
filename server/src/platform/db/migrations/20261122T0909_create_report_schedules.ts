import { sql, type Kysely } from 'kysely';

/** Creates report schedules and their deliveries. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table report_schedule (
      tenant_id text not null,
      schedule_id text not null,
      name text not null,
      type text not null,
      format text not null,
      criteria jsonb not null,
      account_id text,
      frequency text not null,
      day integer not null,
      hour integer not null,
      time_zone text not null,
      recipients jsonb not null,
      next_at timestamptz,
      last_at timestamptz,
      last_report_id text,
      created_by text not null,
      created_at timestamptz not null default now(),
      primary key (tenant_id, schedule_id)
    )`.execute(db);
  await sql`
    create table report_delivery (
      tenant_id text not null,
      delivery_id text not null,
      schedule_id text not null,
      report_id text not null,
      recipient text not null,
      state text not null,
      attempts integer not null,
      next_at timestamptz not null,
      message text not null,
      primary key (tenant_id, delivery_id),
      foreign key (tenant_id, schedule_id) references report_schedule (tenant_id, schedule_id) on delete cascade
    )`.execute(db);
  await sql`create index report_delivery_due on report_delivery (tenant_id, state, next_at)`.execute(db);
  for (const table of ['report_schedule', 'report_delivery']) {
    await sql`alter table ${sql.table(table)} enable row level security, force row level security`.execute(db);
    await sql`
      create policy tenant_rows on ${sql.table(table)}
      using (tenant_id = current_setting('cam.tenant_id', true))
      with check (tenant_id = current_setting('cam.tenant_id', true))`.execute(db);
    await sql`grant select, insert, update, delete on ${sql.table(table)} to cam_app`.execute(db);
  }
}
