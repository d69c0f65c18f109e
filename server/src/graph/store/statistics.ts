import { sql } from 'kysely';
import type { Logger } from 'pino';
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
  #areChangesNew = false;
  #refreshing: Promise<void> | null = null;

  constructor(
    private readonly db: Db,
    private readonly log: Pick<Logger, 'warn'>,
  ) {}

  /**
   * Refreshes the statistics that these changes make stale: in the background on PostgreSQL, which has other connections for the next import, and at once
   * on the embedded database.
   * @param changes number of written and ended rows, by table
   */
  async noteChanges(changes: ReadonlyMap<SnapshotTable, number>): Promise<void> {
    for (const [table, rows] of changes) this.#changed.set(table, (this.#changed.get(table) ?? 0) + rows);
    this.#areChangesNew = true;
    this.#refreshing ??= this.#refresh().finally(() => {
      this.#refreshing = null;
    });
    if (this.db.kind === 'embedded') await this.#refreshing;
  }

  async #refresh(): Promise<void> {
    while (this.#areChangesNew) {
      this.#areChangesNew = false;
      try {
        const stale = await this.#stale();
        // Besides statistics, this marks pages without old rows, which index-only scans require. It cannot run in a transaction.
        if (stale.length > 0) await this.db.executeSql(`vacuum (${VACUUM[this.db.kind]}) ${stale.flatMap(withDerived).join(', ')}`);
      } catch (err) {
        this.log.warn({ err }, "the planner's statistics of the graph could not be refreshed");
      }
    }
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

/** A table with those that it refers to or that are derived from it. */
function withDerived(table: SnapshotTable): string[] {
  return table === 'graph_access' ? [table, 'graph_grants', 'graph_reach', 'graph_named_grant'] : [table];
}
