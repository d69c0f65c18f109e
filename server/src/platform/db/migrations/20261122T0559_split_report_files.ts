import { sql, type Kysely } from 'kysely';

/** Stores report files in parts, so that no step holds a whole file in memory, and stores criteria instead of a query. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table report no force row level security`.execute(db);
  await sql`alter table report_file no force row level security`.execute(db);
  await sql`alter table report add column criteria jsonb not null default '{}', add column attempts integer not null default 0`.execute(db);
  await sql`update report set criteria = jsonb_build_object('query', query)`.execute(db);
  await sql`alter table report drop column query`.execute(db);
  await sql`
    create table report_part (
      tenant_id text not null,
      report_id text not null,
      part integer not null,
      content bytea not null,
      primary key (tenant_id, report_id, part),
      foreign key (tenant_id, report_id) references report (tenant_id, report_id) on delete cascade
    )`.execute(db);
  await sql`insert into report_part select tenant_id, report_id, 0, content from report_file`.execute(db);
  await sql`drop table report_file`.execute(db);
  await sql`alter table report force row level security`.execute(db);
  await sql`alter table report_part enable row level security, force row level security`.execute(db);
  await sql`
    create policy tenant_rows on report_part
    using (tenant_id = current_setting('cam.tenant_id', true))
    with check (tenant_id = current_setting('cam.tenant_id', true))`.execute(db);
  await sql`grant select, insert, update, delete on report_part to cam_app`.execute(db);
}
