import { sql, type Kysely } from 'kysely';

/**
 * Creates connections to ticket systems and Slack, tickets, the messages that were received, and the users of Slack who act as users of CAM. The places of connections belong to no tenant,
 * because a message from a product names nothing but its connection.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table notification_delivery drop constraint notification_delivery_method_check`.execute(db);
  await sql`
    alter table notification_delivery
      add constraint notification_delivery_method_check check (method in ('EMAIL', 'WEBHOOK', 'SYSLOG', 'SLACK'))`.execute(db);
  await sql`create table product_connection_place (connection_id text primary key, tenant_id text not null)`.execute(db);
  await sql`grant select, insert, update, delete on product_connection_place to cam_app`.execute(db);
  await sql`
    create table product_connection (
      tenant_id text not null,
      connection_id text not null,
      kind text not null,
      label text not null,
      url text not null,
      project text not null,
      username text not null,
      issue_type text not null,
      fields jsonb not null,
      severities jsonb not null,
      secrets bytea not null,
      message text not null default '',
      synced_at timestamptz,
      read_next_at timestamptz not null,
      created_by text not null,
      created_at timestamptz not null,
      primary key (tenant_id, connection_id)
    )`.execute(db);
  await sql`
    create table ticket (
      tenant_id text not null,
      ticket_id text not null,
      connection_id text not null,
      about_kind text not null,
      about_key text not null,
      label text not null,
      title text not null,
      state text not null,
      external_id text not null default '',
      key text not null default '',
      url text not null default '',
      status text not null default '',
      category text not null default 'TODO',
      agreed_category text not null default 'TODO',
      agreed_phase text not null default 'OPEN',
      turns integer not null default 0,
      turns_since timestamptz not null default now(),
      is_changed boolean not null default false,
      added integer not null default 0,
      message text not null default '',
      attempts integer not null default 0,
      next_at timestamptz not null,
      created_by text not null,
      created_at timestamptz not null,
      synced_at timestamptz,
      primary key (tenant_id, ticket_id),
      foreign key (tenant_id, connection_id) references product_connection on delete cascade
    )`.execute(db);
  await sql`create unique index ticket_by_label on ticket (tenant_id, connection_id, label)`.execute(db);
  await sql`create index ticket_by_external_id on ticket (tenant_id, connection_id, external_id) where external_id <> ''`.execute(db);
  await sql`create index ticket_by_time on ticket (tenant_id, created_at, ticket_id)`.execute(db);
  await sql`
    create table ticket_alert (
      tenant_id text not null,
      ticket_id text not null,
      alert_id text not null,
      primary key (tenant_id, ticket_id, alert_id),
      foreign key (tenant_id, ticket_id) references ticket on delete cascade
    )`.execute(db);
  await sql`create index ticket_alert_by_alert on ticket_alert (tenant_id, alert_id)`.execute(db);
  await sql`
    create table incoming_message (
      tenant_id text not null,
      connection_id text not null,
      digest text not null,
      at timestamptz not null,
      primary key (tenant_id, connection_id, digest),
      foreign key (tenant_id, connection_id) references product_connection on delete cascade
    )`.execute(db);
  await sql`create index incoming_message_by_time on incoming_message (tenant_id, at)`.execute(db);
  await sql`
    create table chat_person (
      tenant_id text not null,
      connection_id text not null,
      user_id text not null,
      user_name text not null,
      email text not null,
      rights jsonb not null,
      linked_at timestamptz not null,
      primary key (tenant_id, connection_id, user_id)
    )`.execute(db);
  await sql`
    create table chat_code (
      tenant_id text not null,
      digest text not null,
      email text not null,
      rights jsonb not null,
      expires_at timestamptz not null,
      primary key (tenant_id, digest)
    )`.execute(db);
  await sql`
    create table chat_message (
      tenant_id text not null,
      connection_id text not null,
      channel text not null,
      ts text not null,
      message jsonb not null,
      sent_at timestamptz not null,
      primary key (tenant_id, connection_id, channel, ts)
    )`.execute(db);
  await sql`create index chat_message_by_time on chat_message (tenant_id, sent_at)`.execute(db);
  for (const table of ['product_connection', 'ticket', 'ticket_alert', 'incoming_message', 'chat_person', 'chat_code', 'chat_message']) {
    await sql`alter table ${sql.table(table)} enable row level security, force row level security`.execute(db);
    await sql`
      create policy tenant_rows on ${sql.table(table)}
      using (tenant_id = current_setting('cam.tenant_id', true))
      with check (tenant_id = current_setting('cam.tenant_id', true))`.execute(db);
    await sql`grant select, insert, update, delete on ${sql.table(table)} to cam_app`.execute(db);
  }
}
