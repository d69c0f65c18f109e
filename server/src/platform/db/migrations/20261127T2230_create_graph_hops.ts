import { sql, type Kysely } from 'kysely';

/**
 * Stores equal hops of paths once, by a UUID from the SHA-256 digest of their text. An organization has millions of paths with the same hops, which took
 * most of the database. Rewrites the table of the paths.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const id = sql`encode(substring(sha256(convert_to(hops::text, 'UTF8')) from 1 for 16), 'hex')::uuid`;
  await sql`
    create table graph_hops (
      tenant_id text not null,
      hops_id uuid not null,
      hops jsonb not null,
      step_types text not null generated always as (jsonb_path_query_array(hops, '$[*].type')::text) stored,
      primary key (tenant_id, hops_id)
    )`.execute(db);
  await sql`alter table graph_profile_class no force row level security`.execute(db);
  await sql`
    insert into graph_hops (tenant_id, hops_id, hops)
    select tenant_id, ${id}, hops from graph_profile_class on conflict do nothing`.execute(db);
  await sql`alter table graph_profile_class force row level security`.execute(db);
  await sql`alter table graph_profile_class drop column step_types`.execute(db);
  await sql`alter table graph_profile_class alter column hops type uuid using ${id}`.execute(db);
  await sql`alter table graph_profile_class rename column hops to hops_id`.execute(db);
  // The index went with the column of the types.
  await sql`
    create index graph_profile_class_by_pclass on graph_profile_class (tenant_id, pclass_id)
    include (profile_id, hops_id, conditional) where valid_to is null`.execute(db);
  await sql`analyze graph_hops, graph_profile_class`.execute(db);
  await sql`alter table graph_hops enable row level security, force row level security`.execute(db);
  await sql`
    create policy tenant_rows on graph_hops
    using (tenant_id = current_setting('cam.tenant_id', true))
    with check (tenant_id = current_setting('cam.tenant_id', true))`.execute(db);
  await sql`grant select, insert, update, delete on graph_hops to cam_app`.execute(db);
  await sql`grant select on graph_hops to cam_limited`.execute(db);
}
