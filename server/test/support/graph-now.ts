import { sql } from 'kysely';
import { KEYS, SNAPSHOT_TABLES } from '../../src/graph/store/snapshot-tables';
import type { Tx } from '../../src/platform/db/database';

/** Returns what readers see of the graph, without the numbers of snapshots. */
export async function graphOf(tx: Tx): Promise<Record<string, unknown[]>> {
  const found: Record<string, unknown[]> = {};
  for (const table of SNAPSHOT_TABLES) {
    const { rows } = await sql<Record<string, unknown>>`
      select * from ${sql.table(table)} where valid_to is null order by source_uid, ${sql.join(KEYS[table].map((column) => sql.ref(column)))}`.execute(
      tx,
    );
    found[table] = rows.map(({ valid_from: _from, ...row }) => row);
  }
  for (const table of ['graph_reach', 'graph_named_grant', 'graph_count']) {
    const { rows } = await sql`select t.* from ${sql.table(table)} t order by t::text`.execute(tx);
    found[table] = rows;
  }
  const { rows } = await sql`
    select p.policy_id, p.holder_id, d.document from graph_policy p join graph_document d using (tenant_id, hash) where p.valid_to is null order by 1, 2, 3`.execute(
    tx,
  );
  found.documents = rows;
  return found;
}
