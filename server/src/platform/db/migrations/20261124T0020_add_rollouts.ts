import { sql, type Kysely } from 'kysely';

/** Lets a channel give its release to some users before all others, and names the tenants that go first. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table remote_channel add column rollout_ring text, add column rollout_percent integer, add column rollout_from text`.execute(db);
  await sql`alter table remote_channel_move add column rollout_ring text, add column rollout_percent integer`.execute(db);
  await sql`
    create table remote_ring (
      tenant_id text not null primary key,
      ring text not null,
      changed_by text not null,
      changed_at timestamptz not null
    )`.execute(db);
  await sql`alter table remote_ring enable row level security, force row level security`.execute(db);
  await sql`
    create policy tenant_rows on remote_ring
    using (tenant_id = current_setting('cam.tenant_id', true))
    with check (tenant_id = current_setting('cam.tenant_id', true))`.execute(db);
  await sql`grant select, insert, update, delete on remote_ring to cam_app`.execute(db);
}
