import { sql, type Kysely } from 'kysely';

/** Creates guardrails. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table guardrail (
      tenant_id text not null,
      monitor_id text not null,
      name text not null,
      severity text not null check (severity in ('HIGH', 'MEDIUM', 'LOW')),
      query text not null,
      description text not null,
      label text not null,
      category jsonb not null default '[]',
      remediation text not null,
      audit text not null,
      suppression_create text not null,
      suppression_delete text not null,
      auto_create boolean not null default false,
      alerts_enabled boolean not null default false,
      created_by text not null,
      created_at timestamptz not null default now(),
      changed_by text not null,
      changed_at timestamptz not null default now(),
      version integer not null default 1,
      primary key (tenant_id, monitor_id)
    )`.execute(db);
  await sql`alter table guardrail enable row level security, force row level security`.execute(db);
  await sql`
    create policy tenant_rows on guardrail
    using (tenant_id = current_setting('cam.tenant_id', true))
    with check (tenant_id = current_setting('cam.tenant_id', true))`.execute(db);
  await sql`grant select, insert, update, delete on guardrail to cam_app`.execute(db);
}
