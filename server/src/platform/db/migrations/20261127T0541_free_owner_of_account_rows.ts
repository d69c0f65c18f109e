import { sql, type Kysely } from 'kysely';

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

const OF_URIS = ['graph_person', 'tier_member'];

/**
 * Lets the policies of limited callers concern work in their role alone. A policy for a role also concerns its members, and the owner of the tables is one: it
 * copies whole tables for a backup, without the setting that the policies read. In the role, a missing setting shows nothing.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const [tables, account] of [
    [OF_ACCOUNTS, sql`account_id`],
    [OF_URIS, sql`split_part(uri, ':', 3)`],
  ] as const) {
    const isWithin = sql`current_user <> 'cam_limited' or ${account} = any(string_to_array(current_setting('cam.accounts', true), ','))`;
    for (const table of tables) {
      await sql`drop policy account_rows on ${sql.table(table)}`.execute(db);
      await sql`create policy account_rows on ${sql.table(table)} as restrictive for select to cam_limited using (${isWithin})`.execute(db);
    }
  }
}
