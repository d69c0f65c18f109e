import { sql, type Kysely } from 'kysely';

/** Adds the work on alerts: who handles one until when, its ticket, why and until when it is dismissed, and what causes it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table alert
      add column assignee text,
      add column due_on date,
      add column ticket jsonb,
      add column dismiss_reason text,
      add column dismissed_until date,
      add column verifying_since timestamptz,
      add column causes jsonb,
      add column comment_count integer not null default 0`.execute(db);
  await sql`create index alert_dismissed_until on alert (tenant_id, dismissed_until) where dismissed_until is not null`.execute(db);
  await sql`
    create table alert_comment (
      tenant_id text not null,
      alert_id text not null,
      comment_id text not null,
      author text not null,
      written_at timestamptz not null default now(),
      text text not null,
      mentions jsonb not null default '[]',
      primary key (tenant_id, alert_id, comment_id),
      foreign key (tenant_id, alert_id) references alert (tenant_id, alert_id) on delete cascade
    )`.execute(db);
  await sql`
    create table alert_view (
      tenant_id text not null,
      view_id text not null,
      email text not null,
      name text not null,
      parameters text not null,
      shared boolean not null,
      saved_at timestamptz not null default now(),
      primary key (tenant_id, view_id)
    )`.execute(db);
  await sql`
    create table alert_policy (
      tenant_id text not null,
      reason_required boolean not null,
      due_days jsonb not null,
      changed_by text not null,
      changed_at timestamptz not null default now(),
      primary key (tenant_id)
    )`.execute(db);
  for (const table of ['alert_comment', 'alert_view', 'alert_policy']) {
    await sql`alter table ${sql.table(table)} enable row level security, force row level security`.execute(db);
    await sql`
      create policy tenant_rows on ${sql.table(table)}
      using (tenant_id = current_setting('cam.tenant_id', true))
      with check (tenant_id = current_setting('cam.tenant_id', true))`.execute(db);
    await sql`grant select, insert, update, delete on ${sql.table(table)} to cam_app`.execute(db);
  }
}
