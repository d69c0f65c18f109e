import { sql, type Kysely } from 'kysely';

/** Creates the sets of actions that edges grant, and the events of logs. Stored bundles are queued, because they hold both. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table graph_action_set (
      tenant_id text not null, set_id text not null, actions jsonb not null, primary key (tenant_id, set_id)
    )`.execute(db);
  await sql`alter table graph_action_set enable row level security, force row level security`.execute(db);
  await sql`
    create policy tenant_rows on graph_action_set
    using (tenant_id = current_setting('cam.tenant_id', true))
    with check (tenant_id = current_setting('cam.tenant_id', true))`.execute(db);
  await sql`grant select, insert, update, delete on graph_action_set to cam_app`.execute(db);
  await sql`
    create table graph_event (
      tenant_id text not null, source_uid text not null, account_id text not null, event_id text not null, name text not null, identity_id text not null,
      session text not null, action text not null, resource_id text not null, at text not null, succeeded boolean not null, source_ip text not null,
      user_agent text not null, region text not null, raw text not null,
      primary key (tenant_id, source_uid, event_id, action)
    )`.execute(db);
  await sql`create index graph_event_time on graph_event (tenant_id, at, event_id, action)`.execute(db);
  await sql`create index graph_event_identity on graph_event (tenant_id, identity_id, at)`.execute(db);
  await sql`alter table graph_event enable row level security, force row level security`.execute(db);
  await sql`
    create policy tenant_rows on graph_event
    using (tenant_id = current_setting('cam.tenant_id', true))
    with check (tenant_id = current_setting('cam.tenant_id', true))`.execute(db);
  await sql`grant select, insert, update, delete on graph_event to cam_app`.execute(db);
  await sql`alter table graph_access add column action_set text not null default ''`.execute(db);
  await sql`alter table source no force row level security`.execute(db);
  await sql`update source set phase = 'PHASE_QUEUED', progress = 0, import_id = null where bundle is not null`.execute(db);
  await sql`alter table source force row level security`.execute(db);
}
