import { sql, type Kysely } from 'kysely';

/** Lets the unit of a request be a set of several, and keeps which of them the newest snapshot shows. Events about requests have the steps of a set. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table access_request add column parts_seen jsonb not null default '[]'`.execute(db);
  await sql`update access_request set unit = unit || '{"parts": []}'::jsonb where unit is not null`.execute(db);
  await sql`
    create or replace function write_request_events() returns trigger language plpgsql as $$
    begin
      insert into event (tenant_id, kind, subject, data)
      select entry.tenant_id, 'request.' || lower(entry.kind), entry.request_id,
        jsonb_build_object(
          'request_id', request.request_id, 'actor', entry.actor, 'state', request.state, 'asked_by', request.asked_by, 'reason', request.reason,
          'identity', request.identity_name, 'identity_uri', request.identity_uri, 'resource', request.resource_name, 'resource_uri', request.resource_uri,
          'level', request.level, 'actions', request.actions, 'tier', request.tier, 'until', to_char(request.until at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'hours', request.hours,
          'unit', request.unit ->> 'name', 'unit_kind', request.unit ->> 'kind', 'action', request.unit ->> 'action', 'steps', request.steps,
          'source_uid', request.unit ->> 'source_uid', 'edits', coalesce(request.unit -> 'edits', '[]'::jsonb),
          'parts', coalesce((
            select jsonb_agg(jsonb_build_object('action', part -> 'action', 'source_uid', part -> 'source_uid', 'edits', part -> 'edits') order by place)
            from jsonb_array_elements(request.unit -> 'parts') with ordinality as p(part, place)), '[]'::jsonb)) || entry.detail
      from added as entry
        join access_request request on request.tenant_id = entry.tenant_id and request.request_id = entry.request_id
      where entry.kind not in ('ENDORSED', 'MORE');
      return null;
    end $$`.execute(db);
}
