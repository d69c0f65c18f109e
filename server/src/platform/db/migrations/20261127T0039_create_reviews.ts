import { sql, type Kysely } from 'kysely';

/** Creates access reviews: campaigns, the items that people decide, and the log of all that happened, which writes events. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table review_campaign (
      tenant_id text not null,
      campaign_id text not null,
      name text not null,
      query text not null,
      max_tier integer not null,
      reviewers jsonb not null,
      fallback text not null,
      due_on date not null,
      revoke_by date not null,
      on_silence text not null,
      escalated_until date,
      state text not null,
      failure text not null default '',
      snapshot_id bigint,
      snapshot_time timestamptz,
      checked_snapshot bigint not null default 0,
      created_by text not null,
      created_at timestamptz not null,
      closed_by text,
      closed_at timestamptz,
      primary key (tenant_id, campaign_id)
    )`.execute(db);
  await sql`
    create table review_item (
      tenant_id text not null,
      campaign_id text not null,
      item_id integer not null,
      version integer not null default 1,
      identity_uri text not null,
      identity_name text not null,
      identity_type text not null,
      identity_account text not null,
      addresses jsonb not null,
      unit_id text not null,
      unit_key text not null,
      unit_kind text not null,
      unit_name text not null,
      unit_uri text not null,
      source_uid text not null,
      action text not null,
      edits jsonb not null,
      reach jsonb not null,
      may jsonb not null,
      only_here integer not null,
      used integer not null,
      last_used text,
      use_doubt text not null,
      fingerprint text not null,
      suggestion text not null,
      suggestion_reason text not null,
      needs_reason boolean not null,
      reviewer text not null,
      reviewer_reason text not null,
      state text not null,
      is_changed boolean not null default false,
      reason text not null default '',
      decided_by text not null default '',
      decided_at timestamptz,
      decided_snapshot bigint,
      checked_snapshot bigint,
      primary key (tenant_id, campaign_id, item_id),
      foreign key (tenant_id, campaign_id) references review_campaign on delete cascade
    )`.execute(db);
  await sql`create index review_item_by_reviewer on review_item (tenant_id, campaign_id, reviewer, item_id)`.execute(db);
  await sql`create index review_item_by_unit on review_item (tenant_id, campaign_id, unit_key, item_id)`.execute(db);
  await sql`
    create table review_log (
      tenant_id text not null,
      campaign_id text not null,
      entry_id bigint generated always as identity,
      item_id integer,
      kind text not null,
      at timestamptz not null,
      actor text not null,
      detail jsonb not null,
      primary key (tenant_id, campaign_id, entry_id),
      foreign key (tenant_id, campaign_id) references review_campaign on delete cascade
    )`.execute(db);
  await sql`create index review_log_decisions on review_log (tenant_id, campaign_id, actor, at) where kind in ('DECIDED', 'PACE')`.execute(db);
  for (const table of ['review_campaign', 'review_item', 'review_log']) {
    await sql`alter table ${sql.table(table)} enable row level security, force row level security`.execute(db);
    await sql`
      create policy tenant_rows on ${sql.table(table)}
      using (tenant_id = current_setting('cam.tenant_id', true))
      with check (tenant_id = current_setting('cam.tenant_id', true))`.execute(db);
  }
  await sql`grant select, insert, update, delete on review_campaign, review_item to cam_app`.execute(db);
  // The log is evidence: the application adds to it only.
  await sql`grant select, insert on review_log to cam_app`.execute(db);
  await sql`
    create function write_review_events() returns trigger language plpgsql as $$
    begin
      insert into event (tenant_id, kind, subject, data)
      select entry.tenant_id,
        case entry.kind when 'STARTED' then 'review.started' when 'DECIDED' then 'review.decided' when 'DONE' then 'review.carried_out'
          when 'OVERDUE' then 'review.overdue' else 'review.closed' end,
        entry.campaign_id,
        jsonb_build_object('campaign_id', entry.campaign_id, 'campaign', campaign.name, 'actor', entry.actor)
          || case when item.item_id is null then '{}'::jsonb else jsonb_build_object(
            'item_id', item.item_id, 'identity', item.identity_name, 'identity_uri', item.identity_uri, 'unit', item.unit_name, 'unit_kind', item.unit_kind,
            'action', item.action, 'reviewer', item.reviewer) end
          || entry.detail
      from added as entry
        join review_campaign campaign on campaign.tenant_id = entry.tenant_id and campaign.campaign_id = entry.campaign_id
        left join review_item item on item.tenant_id = entry.tenant_id and item.campaign_id = entry.campaign_id and item.item_id = entry.item_id
      where entry.kind in ('STARTED', 'DECIDED', 'DONE', 'OVERDUE', 'CLOSED');
      return null;
    end $$`.execute(db);
  await sql`
    create trigger review_events after insert on review_log referencing new table as added
    for each statement execute function write_review_events()`.execute(db);
}
