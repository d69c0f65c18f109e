import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/db/database';
import type { OpenTransaction } from '../../platform/db/open-transaction';
import { chunksOf, insertRows } from './snapshot-changes';
import { SNAPSHOT_TABLES, type SnapshotRow, type SnapshotTable } from './snapshot-tables';

/** Rows of a snapshot that are written before it is published. Nobody sees them until then. */
export interface EarlyRows {
  write(rows: ReadonlyMap<SnapshotTable, readonly SnapshotRow[]>): Promise<void>;
  /** Runs the last transaction of the snapshot. It keeps nothing when the work returns null or `stale`. */
  last<R>(work: (tx: Tx) => Promise<R | null | 'stale'>): Promise<R | null | 'stale'>;
  /** Makes the rows current, inside the last transaction. */
  reveal(tx: Tx): Promise<void>;
  /** Removes the rows of a snapshot that is not published. */
  discard(): Promise<void>;
}

/**
 * Returns the way to write early rows. PostgreSQL writes them once, in one transaction that stays open until the snapshot is published. The embedded
 * database has one connection, which pages share, so it writes them in short transactions and changes them once more when the snapshot is published.
 */
export function earlyRows(db: Db, tenantId: string, snapshotId: number): EarlyRows {
  return db.kind === 'postgres' ? new UncommittedRows(db, tenantId, snapshotId) : new HiddenRows(db, tenantId, snapshotId);
}

/** Rows of a transaction that is still open. */
class UncommittedRows implements EarlyRows {
  #open: OpenTransaction | null = null;

  constructor(
    private readonly db: Db,
    private readonly tenantId: string,
    private readonly snapshotId: number,
  ) {}

  async write(rows: ReadonlyMap<SnapshotTable, readonly SnapshotRow[]>): Promise<void> {
    const open = (this.#open ??= await this.db.open(this.tenantId));
    for (const [table, ofTable] of rows) await open.run((tx) => insertRows(tx, table, ofTable, { validFrom: this.snapshotId, validTo: null }));
  }

  async last<R>(work: (tx: Tx) => Promise<R | null | 'stale'>): Promise<R | null | 'stale'> {
    const open = this.#open;
    if (!open) return this.db.tenant(this.tenantId, work);
    const outcome = await open.run(work);
    if (outcome === null || outcome === 'stale') return outcome;
    await open.commit();
    this.#open = null;
    return outcome;
  }

  async reveal(): Promise<void> {}

  async discard(): Promise<void> {
    await this.#open?.rollback();
    this.#open = null;
  }
}

/** Committed rows with an empty interval (`valid_from` = `valid_to`), which hides them from readers. */
class HiddenRows implements EarlyRows {
  #isEmpty = true;

  constructor(
    private readonly db: Db,
    private readonly tenantId: string,
    private readonly snapshotId: number,
  ) {}

  async write(rows: ReadonlyMap<SnapshotTable, readonly SnapshotRow[]>): Promise<void> {
    this.#isEmpty = false;
    const interval = { validFrom: this.snapshotId, validTo: this.snapshotId };
    for (const [table, ofTable] of rows) {
      for (const chunk of chunksOf(ofTable)) await this.db.tenant(this.tenantId, (tx) => insertRows(tx, table, chunk, interval));
    }
  }

  last<R>(work: (tx: Tx) => Promise<R | null | 'stale'>): Promise<R | null | 'stale'> {
    return this.db.tenant(this.tenantId, work);
  }

  async reveal(tx: Tx): Promise<void> {
    for (const table of this.#isEmpty ? [] : SNAPSHOT_TABLES) {
      await sql`update ${sql.table(table)} set valid_to = null where ${isHidden(this.tenantId, this.snapshotId)}`.execute(tx);
    }
  }

  async discard(): Promise<void> {
    if (!this.#isEmpty) await this.db.tenant(this.tenantId, (tx) => deleteHiddenRows(tx, this.tenantId, this.snapshotId));
  }
}

/** Deletes the rows that an interrupted attempt committed but did not publish. */
export async function deleteHiddenRows(tx: Tx, tenantId: string, snapshotId: number): Promise<void> {
  for (const table of SNAPSHOT_TABLES) await sql`delete from ${sql.table(table)} where ${isHidden(tenantId, snapshotId)}`.execute(tx);
}

function isHidden(tenantId: string, snapshotId: number) {
  return sql`tenant_id = ${tenantId} and valid_from = ${snapshotId} and valid_to = ${snapshotId}`;
}
