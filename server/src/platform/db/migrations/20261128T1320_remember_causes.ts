import { sql, type Kysely } from 'kysely';

/** Remembers the state of the graph for which the causes of all alerts were determined, and alerts whose resources changed since, so that the others keep theirs. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table alert add column causes_due boolean not null default false`.execute(db);
  await sql`
    create table alert_cause_state (
      tenant_id text primary key,
      head bigint not null,
      sources text not null,
      release text not null
    )`.execute(db);
  await sql`alter table alert_cause_state enable row level security, force row level security`.execute(db);
  await sql`
    create policy tenant_rows on alert_cause_state
    using (tenant_id = current_setting('cam.tenant_id', true)) with check (tenant_id = current_setting('cam.tenant_id', true))`.execute(db);
  await sql`grant select, insert, update, delete on alert_cause_state to cam_app`.execute(db);
}
