import { sql, type Kysely } from 'kysely';

/** Creates planned moves of channels, freeze windows, the delivery rules of remotes, and the environments of tenants. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table remote_ring add column environment text not null default 'production'`.execute(db);
  await sql`
    create table remote_delivery (
      remote_id text primary key,
      approval boolean not null,
      staging boolean not null,
      changed_by text not null,
      changed_at timestamptz not null
    )`.execute(db);
  await sql`
    create table remote_plan (
      plan_id text primary key,
      plan_number bigint generated always as identity,
      remote_id text not null,
      channel text not null,
      version text not null,
      rollout_ring text,
      rollout_percent integer,
      due_at timestamptz not null,
      reason text not null,
      requested_by text not null,
      requested_at timestamptz not null,
      state text not null,
      decided_by text,
      decided_at timestamptz,
      note text not null
    )`.execute(db);
  await sql`create index remote_plan_of on remote_plan (remote_id, plan_number desc)`.execute(db);
  await sql`create index remote_plan_open on remote_plan (due_at) where state in ('approval', 'scheduled')`.execute(db);
  await sql`
    create table remote_freeze (
      freeze_id text primary key,
      remote_id text,
      starts_at timestamptz not null,
      ends_at timestamptz not null,
      reason text not null,
      created_by text not null,
      created_at timestamptz not null
    )`.execute(db);
  await sql`grant select, insert, update, delete on remote_delivery, remote_plan, remote_freeze to cam_app`.execute(db);
}
