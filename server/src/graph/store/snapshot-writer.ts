import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/db/database';
import type { ActionSet } from '../engine/action-sets';
import { EVENTS_KEPT } from '../engine/usage-coverage';
import { snapshotAt } from './validity';
import { deleteEvents, insertEvents } from './event-changes';
import { chunksOf, SnapshotChanges } from './snapshot-changes';
import { SNAPSHOT_TABLES, type eventRows, type SnapshotTable } from './snapshot-tables';

export interface SnapshotResult {
  /** Null: nothing changed, so no snapshot was published. */
  snapshotId: number | null;
  written: number;
  ended: number;
  /** Written and ended rows together, by table. */
  changed: ReadonlyMap<SnapshotTable, number>;
}

/** The most rows that the last transaction writes itself. Larger snapshots are staged before. */
const MOST_AT_ONCE = 10_000;

/** Returns the newest published snapshot of a tenant; 0 before the first. Numbers grow in the order of publication. */
export function readHead(tx: Tx, tenantId: string): Promise<number> {
  return snapshotAt(tx, tenantId, null);
}

/** Keeps every other snapshot of the tenant from being published until the transaction ends. */
export async function lockPublishing(tx: Tx, tenantId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext(${`graph ${tenantId}`}))`.execute(tx);
}

/** Takes an unused number for a snapshot. */
export async function takeSnapshotId(tx: Tx): Promise<number> {
  const { rows } = await sql<{ id: number | string }>`select nextval('graph_snapshot_number') as id`.execute(tx);
  return Number(rows[0]?.id);
}

/**
 * Writes one snapshot. A small one stays in memory until its last transaction. The rows of a large one are staged before, in short
 * transactions, with an empty interval (`valid_from` = `valid_to`) that hides them from readers. The last transaction opens their intervals
 * and ends those of removed rows. Until it commits, readers see the old graph. Unchanged rows are not written.
 */
export class SnapshotWriter extends SnapshotChanges {
  #waiting = 0;
  #isStaged = false;

  private constructor(
    db: Db,
    tenantId: string,
    private readonly sourceUid: string,
    private readonly base: number,
    snapshotId: number,
  ) {
    super(db, tenantId, snapshotId);
  }

  /**
   * Clears the staged rows of an interrupted attempt of the same source, and takes an unused number.
   * @param base the snapshot on which the new one builds
   */
  static async begin(db: Db, tenantId: string, sourceUid: string, { base, takenAt }: { base: number; takenAt: Date }): Promise<SnapshotWriter> {
    const snapshotId = await db.tenant(tenantId, async (tx) => {
      const left = await tx
        .selectFrom('graph_snapshot')
        .select('snapshot_id')
        .where('tenant_id', '=', tenantId)
        .where('source_uid', '=', sourceUid)
        .where('state', '=', 'staging')
        .execute();
      for (const { snapshot_id: id } of left) await discardStaged(tx, tenantId, id);
      const id = await takeSnapshotId(tx);
      await tx
        .insertInto('graph_snapshot')
        .values({ tenant_id: tenantId, snapshot_id: id, source_uid: sourceUid, taken_at: takenAt, state: 'staging' })
        .execute();
      return id;
    });
    return new SnapshotWriter(db, tenantId, sourceUid, base, snapshotId);
  }

  async addDocuments(documents: ReadonlyMap<string, string>): Promise<void> {
    for (const chunk of chunksOf([...documents])) await this.db.tenant(this.tenantId, (tx) => this.insertDocuments(tx, chunk));
  }

  async addEvents(rows: ReturnType<typeof eventRows>): Promise<void> {
    const [last] = rows;
    if (!last) return;
    for (const chunk of chunksOf(rows)) {
      await this.db.tenant(this.tenantId, (tx) => insertEvents(tx, this.tenantId, chunk));
    }
    const since = new Date(Date.parse(last.at) - EVENTS_KEPT).toISOString();
    await this.db.tenant(this.tenantId, (tx) => deleteEvents(tx, this.tenantId, last.source_uid, since));
  }

  async addActionSets(sets: ReadonlyMap<string, ActionSet>, lettersOf: (name: string) => string): Promise<void> {
    for (const chunk of chunksOf([...sets.values()])) await this.db.tenant(this.tenantId, (tx) => this.insertActionSets(tx, chunk, lettersOf));
  }

  protected async noteAdded(count: number): Promise<void> {
    this.#waiting += count;
    if (this.#waiting > MOST_AT_ONCE) await this.#stage();
  }

  /**
   * Publishes the snapshot.
   * @param publish makes related changes in the same transaction. False: a newer import overtook this one, so nothing is published.
   * @returns null when `publish` reports that; `stale` when another snapshot was published since `base`
   */
  publish(publish: (tx: Tx, result: SnapshotResult) => Promise<boolean>): Promise<SnapshotResult | null | 'stale'> {
    const { tenantId, sourceUid, snapshotId } = this;
    const { counts } = this;
    const isChanged = counts.changed.size > 0;
    const result: SnapshotResult = { snapshotId: isChanged ? snapshotId : null, ...counts };
    return this.db.tenant(tenantId, async (tx) => {
      await lockPublishing(tx, tenantId);
      const isStale = (await readHead(tx, tenantId)) !== this.base;
      if (isStale || !(await this.#isStaging(tx)) || !(await publish(tx, result))) {
        await discardStaged(tx, tenantId, snapshotId);
        return isStale ? 'stale' : null;
      }
      if (!isChanged) {
        await discardStaged(tx, tenantId, snapshotId);
        return result;
      }
      await this.endRows(tx);
      for (const table of this.#isStaged ? SNAPSHOT_TABLES : []) {
        await sql`
          update ${sql.table(table)} set valid_to = null
          where tenant_id = ${tenantId} and valid_from = ${snapshotId} and valid_to = ${snapshotId}`.execute(tx);
      }
      for (const [table, rows] of this.added) await this.insert(tx, table, rows, null);
      await this.refreshDerived(tx);
      const ofSource = () => tx.updateTable('graph_snapshot').where('tenant_id', '=', tenantId).where('source_uid', '=', sourceUid);
      await ofSource().where('snapshot_id', '<>', snapshotId).where('state', '=', 'current').set({ state: 'past' }).execute();
      await ofSource().where('snapshot_id', '=', snapshotId).set({ state: 'current' }).execute();
      return result;
    });
  }

  async #stage(): Promise<void> {
    this.#isStaged = true;
    for (const [table, rows] of this.added) {
      for (const chunk of chunksOf(rows)) await this.db.tenant(this.tenantId, (tx) => this.insert(tx, table, chunk, this.snapshotId));
    }
    this.added.clear();
    this.#waiting = 0;
  }

  /** Removes the staged rows of an abandoned attempt. */
  discard(): Promise<void> {
    return this.db.tenant(this.tenantId, (tx) => discardStaged(tx, this.tenantId, this.snapshotId));
  }

  /** Rows left here are cleared by a later attempt of the same source. */
  async #isStaging(tx: Tx): Promise<boolean> {
    const found = await tx
      .selectFrom('graph_snapshot')
      .select('state')
      .where('tenant_id', '=', this.tenantId)
      .where('snapshot_id', '=', this.snapshotId)
      .executeTakeFirst();
    return found?.state === 'staging';
  }
}

async function discardStaged(tx: Tx, tenantId: string, snapshotId: number): Promise<void> {
  for (const table of SNAPSHOT_TABLES) {
    await sql`delete from ${sql.table(table)} where tenant_id = ${tenantId} and valid_from = ${snapshotId} and valid_to = ${snapshotId}`.execute(tx);
  }
  await tx.deleteFrom('graph_snapshot').where('tenant_id', '=', tenantId).where('snapshot_id', '=', snapshotId).execute();
}
