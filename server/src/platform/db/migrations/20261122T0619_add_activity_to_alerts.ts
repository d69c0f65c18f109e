import { sql, type Kysely } from 'kysely';

/** Adds suspicious activity to alerts: its type, period, reasons and chart. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table alert
      add column alert_type text not null default 'ALERT_TYPE_GUARDRAIL',
      add column started_at timestamptz,
      add column ended_at timestamptz,
      add column event_count integer not null default 0,
      add column reasons jsonb not null default '[]',
      add column technique text not null default '',
      add column source text not null default '',
      add column chart jsonb`.execute(db);
  await sql`create index alert_of_activity on alert (tenant_id, ended_at) where alert_type <> 'ALERT_TYPE_GUARDRAIL'`.execute(db);
}
