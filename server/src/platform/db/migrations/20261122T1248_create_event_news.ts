import { sql, type Kysely } from 'kysely';

/** Indexes events for the detection of suspicious activity, and creates the list of events that were added or removed since its last run. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table graph_event
      add column instance text not null generated always as
        (coalesce(substring(raw from ':assumed-role/[^/"]+/(i-[0-9a-f]{8,17})"'), '')) stored,
      add column tells_place boolean not null generated always as
        (raw ~ '"geolocation":[{]"l(at|on)":-?[0-9.eE+-]+,"l(at|on)":-?[0-9]' or raw ~ '"geoCoordinates":[{][^{}]*"latitude":-?[0-9][^{}]*"longitude":-?[0-9]')
        stored`.execute(db);
  await sql`create index graph_event_session on graph_event (tenant_id, session, at) where session <> ''`.execute(db);
  await sql`create index graph_event_address on graph_event (tenant_id, source_ip, at)`.execute(db);
  await sql`create index graph_event_place on graph_event (tenant_id, source_ip, at) where tells_place`.execute(db);
  await sql`create index graph_event_account on graph_event (tenant_id, account_id, identity_id, at)`.execute(db);
  await sql`create index graph_event_action on graph_event (tenant_id, action, identity_id, at)`.execute(db);
  await sql`
    create table graph_event_news (
      tenant_id text not null, news_id text not null, n integer not null, account_id text not null, identity_id text not null,
      session text not null, action text not null, letters text not null, source_ip text not null, tells_place boolean not null,
      primary key (tenant_id, news_id, n)
    )`.execute(db);
  await sql`alter table graph_event_news enable row level security, force row level security`.execute(db);
  await sql`
    create policy tenant_rows on graph_event_news
    using (tenant_id = current_setting('cam.tenant_id', true))
    with check (tenant_id = current_setting('cam.tenant_id', true))`.execute(db);
  await sql`grant select, insert, update, delete on graph_event_news to cam_app`.execute(db);
}
