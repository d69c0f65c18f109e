import { sql, type Kysely } from 'kysely';

/** Creates the counted inventory and its state. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table inventory_fact (
      tenant_id text not null, count_id text not null, section text not null, key text not null,
      account_id text not null, name text not null, value jsonb not null,
      primary key (tenant_id, count_id, section, key)
    )`.execute(db);
  await sql`create index inventory_fact_account on inventory_fact (tenant_id, count_id, section, account_id, name)`.execute(db);
  await sql`create index inventory_fact_name on inventory_fact (tenant_id, count_id, section, name)`.execute(db);
  await sql`
    create table inventory_state (
      tenant_id text not null primary key, count_id text, head bigint not null, counted_at timestamptz, running_id text
    )`.execute(db);
  for (const table of ['inventory_fact', 'inventory_state']) {
    await sql`alter table ${sql.table(table)} enable row level security, force row level security`.execute(db);
    await sql`
      create policy tenant_rows on ${sql.table(table)}
      using (tenant_id = current_setting('cam.tenant_id', true))
      with check (tenant_id = current_setting('cam.tenant_id', true))`.execute(db);
    await sql`grant select, insert, update, delete on ${sql.table(table)} to cam_app`.execute(db);
  }
}
