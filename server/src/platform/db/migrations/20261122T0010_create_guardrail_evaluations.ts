import { sql, type Kysely } from 'kysely';

/** Creates the last evaluation of each guardrail. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table guardrail_evaluation (
      tenant_id text not null,
      monitor_id text not null,
      snapshot_id integer not null,
      query text not null,
      alerts_enabled boolean not null,
      evaluated_at timestamptz not null,
      findings integer not null,
      is_cut boolean not null,
      error text,
      primary key (tenant_id, monitor_id),
      foreign key (tenant_id, monitor_id) references guardrail (tenant_id, monitor_id) on delete cascade
    )`.execute(db);
  await sql`alter table guardrail_evaluation enable row level security, force row level security`.execute(db);
  await sql`
    create policy tenant_rows on guardrail_evaluation
    using (tenant_id = current_setting('cam.tenant_id', true))
    with check (tenant_id = current_setting('cam.tenant_id', true))`.execute(db);
  await sql`grant select, insert, update, delete on guardrail_evaluation to cam_app`.execute(db);
}
