import { sql } from 'kysely';
import type { Db } from '../../platform/db/database';
import { SNAPSHOT_TABLES, type SnapshotTable } from './snapshot-tables';

/** Rows of a table may change by this share before its statistics are taken anew. */
const SHARE = 0.25;

/**
 * To clean an index page, a vacuum waits until no question is reading it, be that minutes, and imports would wait with it: PostgreSQL's own
 * vacuum does that in the background, which the embedded database does not have.
 */
const VACUUM = { embedded: 'analyze', postgres: 'analyze, index_cleanup off, truncate off' };

/**
 * Keeps the planner's statistics of the graph fresh: without them it takes new tables for empty and walks them row by row. They are taken anew
 * once enough of a table has changed, so that small changes to a large graph do not pay for it.
 */
export class Statistics {
  readonly #changed = new Map<SnapshotTable, number>();

  constructor(private readonly db: Db) {}

  /** @param changes how many rows were written and ended, by table */
  async noteChanges(changes: ReadonlyMap<SnapshotTable, number>): Promise<void> {
    for (const [table, rows] of changes) this.#changed.set(table, (this.#changed.get(table) ?? 0) + rows);
    const stale = await this.#stale();
    // Beside statistics, this tells which pages hold no old rows: only then are questions answered by indexes alone. It runs in no transaction.
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

/** A table, and what is kept of its rows elsewhere. */
function withDerived(table: SnapshotTable): string[] {
  return table === 'graph_access' ? [table, 'graph_reach'] : [table];
}
