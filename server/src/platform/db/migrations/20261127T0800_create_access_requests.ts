import { sql, type Kysely } from 'kysely';

/** Creates access requests, what tenants allow of them, and the log of all that happened, which writes events. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table access_request (
      tenant_id text not null,
      request_id text not null,
      version integer not null default 1,
      state text not null,
      identity_uri text not null,
      identity_name text not null,
      identity_type text not null,
      identity_account text not null,
      identity_source text not null,
      addresses jsonb not null,
      resource_uri text not null,
      resource_name text not null,
      resource_type text not null,
      resource_account text not null,
      resource_source text not null,
      level text,
      actions jsonb not null,
      reason text not null,
      unit jsonb,
      steps text not null,
      hours integer,
      until timestamptz,
      tier integer not null,
      held_levels jsonb not null,
      approvals jsonb not null default '[]',
      asked_by text not null,
      asked_at timestamptz not null,
      decided_by text not null default '',
      decided_at timestamptz,
      decision_reason text not null default '',
      seen_at timestamptz,
      ended_at timestamptz,
      checked_snapshot bigint not null default 0,
      checked_at timestamptz,
      more jsonb not null default '{"units": [], "levels": []}',
      primary key (tenant_id, request_id)
    )`.execute(db);
  await sql`create index access_request_by_state on access_request (tenant_id, state, asked_at desc)`.execute(db);
  await sql`create index access_request_by_asker on access_request (tenant_id, asked_by, asked_at desc)`.execute(db);
  await sql`create index access_request_by_identity on access_request (tenant_id, identity_uri)`.execute(db);
  await sql`create index access_request_by_resource on access_request (tenant_id, resource_uri)`.execute(db);
  await sql`
    create table access_request_log (
      tenant_id text not null,
      request_id text not null,
      entry_id bigint generated always as identity,
      kind text not null,
      at timestamptz not null,
      actor text not null,
      detail jsonb not null,
      primary key (tenant_id, request_id, entry_id),
      foreign key (tenant_id, request_id) references access_request
    )`.execute(db);
  await sql`
    create table access_request_policy (
      tenant_id text primary key,
      longest_hours integer not null,
      connection_id text
    )`.execute(db);
  for (const table of ['access_request', 'access_request_log', 'access_request_policy']) {
    await sql`alter table ${sql.table(table)} enable row level security, force row level security`.execute(db);
    await sql`
      create policy tenant_rows on ${sql.table(table)}
      using (tenant_id = current_setting('cam.tenant_id', true))
      with check (tenant_id = current_setting('cam.tenant_id', true))`.execute(db);
  }
  // Requests are history: the application deletes none of them, and it only adds to their log.
  await sql`grant select, insert, update on access_request, access_request_policy to cam_app`.execute(db);
  await sql`grant select, insert on access_request_log to cam_app`.execute(db);
  await sql`
    create function write_request_events() returns trigger language plpgsql as $$
    begin
      insert into event (tenant_id, kind, subject, data)
      select entry.tenant_id, 'request.' || lower(entry.kind), entry.request_id,
        jsonb_build_object(
          'request_id', request.request_id, 'actor', entry.actor, 'state', request.state, 'asked_by', request.asked_by, 'reason', request.reason,
          'identity', request.identity_name, 'identity_uri', request.identity_uri, 'resource', request.resource_name, 'resource_uri', request.resource_uri,
          'level', request.level, 'actions', request.actions, 'tier', request.tier, 'until', to_char(request.until at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'hours', request.hours,
          'unit', request.unit ->> 'name', 'unit_kind', request.unit ->> 'kind', 'action', request.unit ->> 'action', 'steps', request.steps,
          'source_uid', request.unit ->> 'source_uid', 'edits', coalesce(request.unit -> 'edits', '[]'::jsonb)) || entry.detail
      from added as entry
        join access_request request on request.tenant_id = entry.tenant_id and request.request_id = entry.request_id
      where entry.kind not in ('ENDORSED', 'MORE');
      return null;
    end $$`.execute(db);
  await sql`
    create trigger request_events after insert on access_request_log referencing new table as added
    for each statement execute function write_request_events()`.execute(db);
}
