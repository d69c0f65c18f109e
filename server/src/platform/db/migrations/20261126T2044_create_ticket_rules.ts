import { sql, type Kysely } from 'kysely';

/** Creates the rules that make tickets. A rule ends with its connection; its tickets keep its id, so that they can be counted. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table ticket_rule (
      tenant_id text not null,
      rule_id text not null,
      connection_id text not null,
      name text not null,
      about text not null,
      risk_above integer,
      max_tier integer,
      severities jsonb not null,
      monitor_ids jsonb not null,
      account_ids jsonb not null,
      created_by text not null,
      created_at timestamptz not null,
      primary key (tenant_id, rule_id),
      foreign key (tenant_id, connection_id) references product_connection on delete cascade
    )`.execute(db);
  await sql`alter table ticket_rule enable row level security, force row level security`.execute(db);
  await sql`
    create policy tenant_rows on ticket_rule
    using (tenant_id = current_setting('cam.tenant_id', true))
    with check (tenant_id = current_setting('cam.tenant_id', true))`.execute(db);
  await sql`grant select, insert, update, delete on ticket_rule to cam_app`.execute(db);
  await sql`alter table ticket add column rule_id text`.execute(db);
  await sql`create index ticket_by_rule on ticket (tenant_id, rule_id, created_at) where rule_id is not null`.execute(db);
}
