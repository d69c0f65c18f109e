import { sql, type Kysely } from 'kysely';

/** Creates the queue of notifications and their deliveries. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table notification_queue (
      tenant_id text not null,
      alert_id text not null,
      severity text not null,
      primary key (tenant_id, alert_id)
    )`.execute(db);
  await sql`
    create table notification_delivery (
      tenant_id text not null,
      delivery_id text not null,
      severity text not null,
      method text not null check (method in ('EMAIL', 'WEBHOOK', 'SYSLOG')),
      target_key text not null,
      target_label text not null,
      alert_ids jsonb not null,
      state text not null check (state in ('WAITING', 'SENT', 'FAILED')),
      attempts integer not null default 0,
      created_at timestamptz not null default now(),
      next_at timestamptz not null,
      message text not null default '',
      primary key (tenant_id, delivery_id)
    )`.execute(db);
  await sql`create index notification_delivery_due on notification_delivery (tenant_id, next_at) where state = 'WAITING'`.execute(db);
  for (const table of ['notification_queue', 'notification_delivery']) {
    await sql`alter table ${sql.table(table)} enable row level security, force row level security`.execute(db);
    await sql`
      create policy tenant_rows on ${sql.table(table)}
      using (tenant_id = current_setting('cam.tenant_id', true))
      with check (tenant_id = current_setting('cam.tenant_id', true))`.execute(db);
    await sql`grant select, insert, update, delete on ${sql.table(table)} to cam_app`.execute(db);
  }
}
