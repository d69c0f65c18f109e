import { sql, type Kysely } from 'kysely';

/** Tables of the graph and of searches whose rows name no entity by themselves, or only what other tables of the list lead to. */
const SHARED = ['graph_snapshot', 'graph_profile', 'graph_profile_class', 'graph_action_set', 'graph_usage', 'graph_edge', 'risk_state', 'stage_map'];

/** Tables with the account of each row. */
const OF_ACCOUNTS = [
  'graph_entity',
  'graph_policy',
  'graph_access',
  'graph_reach',
  'graph_count',
  'graph_event',
  'graph_source',
  'risk_score',
  'source',
];

/** Tables whose rows belong to the entity that a URI names. The third part of a URI is its account. */
const OF_URIS = ['graph_person', 'tier_member'];

/**
 * Creates the role of requests whose caller is limited to accounts. It may read the tables of the lists only, and their restrictive policies show it the
 * rows of its accounts. Policies for this role do not concern the role of other requests, whose plans stay as they are.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    do $$ begin
      if not exists (select 1 from pg_roles where rolname = 'cam_limited') then
        create role cam_limited nologin nobypassrls;
      end if;
    exception when duplicate_object or unique_violation then null;
    end $$`.execute(db);
  await sql`grant cam_limited to current_user`.execute(db);
  await sql`grant usage on schema public to cam_limited`.execute(db);
  for (const table of [...SHARED, ...OF_ACCOUNTS, ...OF_URIS]) await sql`grant select on ${sql.table(table)} to cam_limited`.execute(db);
  await sql`grant select (tenant_id, shadow_accounts) on tenant to cam_limited`.execute(db);
  // A search keeps its place and its history, which belong to the user.
  await sql`grant select, insert, update, delete on query_session, query_history to cam_limited`.execute(db);
  const isWithin = sql`any(string_to_array(current_setting('cam.accounts'), ','))`;
  for (const table of OF_ACCOUNTS)
    await sql`create policy account_rows on ${sql.table(table)} as restrictive for select to cam_limited using (account_id = ${isWithin})`.execute(
      db,
    );
  for (const table of OF_URIS)
    await sql`create policy account_rows on ${sql.table(table)} as restrictive for select to cam_limited using (split_part(uri, ':', 3) = ${isWithin})`.execute(
      db,
    );
}
