import { sql, type Kysely } from 'kysely';

/** Adds recipients and thresholds of guardrails, the time since which they raise alerts, and the times at which the tenant wants notifications. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table guardrail add column notify jsonb, add column alerts_since timestamptz`.execute(db);
  await sql`alter table notification_queue add column waits boolean not null default false`.execute(db);
  await sql`alter table notification_delivery add column digest_key text`.execute(db);
  await sql`
    create unique index notification_delivery_digest on notification_delivery (tenant_id, digest_key) where digest_key is not null`.execute(db);
  await sql`create table notification_schedule (tenant_id text primary key, schedule jsonb not null)`.execute(db);
  await sql`alter table notification_schedule enable row level security, force row level security`.execute(db);
  await sql`
    create policy tenant_rows on notification_schedule
    using (tenant_id = current_setting('cam.tenant_id', true))
    with check (tenant_id = current_setting('cam.tenant_id', true))`.execute(db);
  await sql`grant select, insert, update, delete on notification_schedule to cam_app`.execute(db);
}
