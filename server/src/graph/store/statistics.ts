import { sql } from 'kysely';
import type { Db } from '../../db/database';
import { SNAPSHOT_TABLES } from './snapshot-tables';

/** Rows may change by this share before statistics are taken anew. */
const SHARE = 0.1;

/**
 * Keeps the planner's statistics of the graph fresh: without them it takes new tables for empty and walks them row by row. They are taken anew
 * once enough has changed, so that small changes to a large graph do not pay for it.
 */
export class Statistics {
  #changed = 0;

  constructor(private readonly db: Db) {}

  /** @param rows how many were written and ended */
  async noteChanges(rows: number): Promise<void> {
    this.#changed += rows;
    await this.db.owner(async (tx) => {
      const names = sql.join(SNAPSHOT_TABLES.map((table) => sql.lit(table)));
      const { rows: counted } = await sql<{ known: number | null }>`
        select sum(greatest(reltuples, 0))::float8 known from pg_class where relname in (${names})`.execute(tx);
      if (this.#changed < SHARE * Number(counted[0]?.known ?? 0)) return;
      this.#changed = 0;
      await sql`analyze ${sql.join(SNAPSHOT_TABLES.map((table) => sql.table(table)))}`.execute(tx);
    });
  }
}
