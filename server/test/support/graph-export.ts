import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { sql } from 'kysely';
import { Db } from '../../src/platform/db/database';
import { SNAPSHOT_TABLES } from '../../src/graph/store/snapshot-tables';
import { BUNDLE } from './server-process.cjs';

/** Tables without snapshots. */
const OTHERS = ['graph_document', 'graph_action_set', 'graph_event'];

/**
 * Returns a tenant's stored graph as text: the current rows of each table, sorted, without their times and imports.
 * @param dataDir the data folder of a stopped server on the embedded database
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
