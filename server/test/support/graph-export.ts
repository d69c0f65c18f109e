import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { sql } from 'kysely';
import { Db } from '../../src/platform/db/database';
import { SNAPSHOT_TABLES } from '../../src/graph/store/snapshot-tables';
import { BUNDLE } from './server-process.cjs';

/** Tables that are of no snapshot. */
const OTHERS = ['graph_document', 'graph_action_set', 'graph_event'];

/**
 * Everything that the store holds of the graph of a tenant, as text: the rows of each table that hold now, in the order of their text, without when they
 * came and from which import.
 * @param dataDir of a server on the embedded database that has stopped
 */
export async function graphExport(dataDir: string, tenantId: string): Promise<string> {
  const db = await Db.embedded(join(dataDir, 'db'), pathToFileURL(join(BUNDLE, 'pglite-worker.js')));
  try {
    return await db.tenant(tenantId, async (tx) => {
      const parts: string[] = [];
      for (const table of [...SNAPSHOT_TABLES, ...OTHERS]) {
        const { rows } = await sql<{ row: string }>`
          select (to_jsonb(t) - 'tenant_id' - 'valid_from' - 'valid_to' - 'snapshot_id')::text as row from ${sql.table(table)} t
          where to_jsonb(t) ->> 'valid_to' is null order by 1`.execute(tx);
        parts.push(`${table} ${rows.length}`, ...rows.map(({ row }) => row));
      }
      return parts.join('\n');
    });
  } finally {
    await db.close();
  }
}
