import { sql } from 'kysely';
import type { Db } from '../../platform/db/database';
import { SNAPSHOT_TABLES, type SnapshotTable } from './snapshot-tables';

/** The share of changed rows after which a table's statistics are refreshed. */
const SHARE = 0.25;

/**
 * PostgreSQL's own vacuum cleans indexes in the background. Cleaning an index page waits for every query that reads it, possibly for
 * minutes, and imports would wait too. The embedded database has no background vacuum.
 */
const VACUUM = { embedded: 'analyze', postgres: 'analyze, index_cleanup off, truncate off' };

/**
 * Refreshes the planner's statistics of the graph. Without them, the planner takes new tables for empty and scans them row by row. Small
 * changes to a large graph cause no refresh.
 */
export class Statistics {
  readonly #changed = new Map<SnapshotTable, number>();

  constructor(private readonly db: Db) {}

  /** @param changes number of written and ended rows, by table */
  async noteChanges(changes: ReadonlyMap<SnapshotTable, number>): Promise<void> {
    for (const [table, rows] of changes) this.#changed.set(table, (this.#changed.get(table) ?? 0) + rows);
    const stale = await this.#stale();
    // Besides statistics, this marks pages without old rows, which index-only scans require. It cannot run in a transaction.
    if (stale.length > 0) await this.db.executeSql(`vacuum (${VACUUM[this.db.kind]}) ${stale.flatMap(withDerived).join(', ')}`);
  }

  #stale(): Promise<SnapshotTable[]> {
    return this.db.owner(async (tx) => {
      const names = sql.join(SNAPSHOT_TABLES.map((table) => sql.lit(table)));
      const { rows } = await sql<{ table: SnapshotTable; known: number }>`
        select relname as table, greatest(reltuples, 0)::float8 known from pg_class where relname in (${names})`.execute(tx);
      const stale = rows.filter(({ table, known }) => (this.#changed.get(table) ?? 0) > SHARE * known).map(({ table }) => table);
      for (const table of stale) this.#changed.delete(table);
      return stale;
    });
  }
}

/** A table with its derived table. */
function withDerived(table: SnapshotTable): string[] {
  return table === 'graph_access' ? [table, 'graph_reach'] : [table];
}
