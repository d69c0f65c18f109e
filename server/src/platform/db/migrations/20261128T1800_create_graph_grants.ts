import { sql, type Kysely } from 'kysely';

/**
 * Stores equal grants of edges once, with the names of their first actions, by a UUID from the SHA-256 digest of their text. An organization has millions of edges
 * with the same grants, which took most of the table of the edges. Rewrites that table.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const id = sql`encode(substring(sha256(convert_to(jsonb_build_object('via', via, 'actions', actions)::text, 'UTF8')) from 1 for 16), 'hex')::uuid`;
  await sql`
    create table graph_grants (
      tenant_id text not null,
      grants_id uuid not null,
      via jsonb not null,
      actions jsonb not null,
      primary key (tenant_id, grants_id)
    )`.execute(db);
  await sql`alter table graph_access no force row level security`.execute(db);
  await sql`
    insert into graph_grants (tenant_id, grants_id, via, actions)
    select tenant_id, ${id}, via, actions from graph_access on conflict do nothing`.execute(db);
  await sql`alter table graph_access force row level security`.execute(db);
  // A dropped column keeps its space in all rows that exist. The same rewrite therefore empties it first.
  await sql`alter table graph_access alter column actions drop not null`.execute(db);
  await sql`
    alter table graph_access alter column via type uuid using ${id}, alter column actions type boolean using null::boolean`.execute(db);
  await sql`alter table graph_access drop column actions`.execute(db);
  await sql`alter table graph_access rename column via to grants_id`.execute(db);
  await sql`analyze graph_grants, graph_access`.execute(db);
  await sql`alter table graph_grants enable row level security, force row level security`.execute(db);
  await sql`
    create policy tenant_rows on graph_grants
    using (tenant_id = current_setting('cam.tenant_id', true))
    with check (tenant_id = current_setting('cam.tenant_id', true))`.execute(db);
  await sql`grant select, insert, update, delete on graph_grants to cam_app`.execute(db);
  await sql`grant select on graph_grants to cam_limited`.execute(db);
}
