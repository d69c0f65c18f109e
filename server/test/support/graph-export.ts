import { sql } from 'kysely';
import { Db } from '../../src/platform/db/database';
import { SNAPSHOT_TABLES } from '../../src/graph/store/snapshot-tables';
import type { ServerProcess } from './server-process.cjs';
import { openEmbedded, silent } from './test-database';

/** Tables without snapshots. */
const OTHERS = ['graph_document', 'graph_action_set', 'graph_event'];

/**
 * Returns a tenant's stored graph as text: the current rows of each table, sorted, without their times and imports.
 * @param server a stopped server whose data is kept
 */
export async function graphExport({ dataDir, databaseUrl }: Pick<ServerProcess, 'dataDir' | 'databaseUrl'>, tenantId: string): Promise<string> {
  const db = databaseUrl ? await Db.postgres(databaseUrl, silent) : await openEmbedded(dataDir);
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
