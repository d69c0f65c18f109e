import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/db/database';
import type { ActionSet } from '../engine/action-sets';
import type { ProfileHop } from '../engine/grant';
import { EVENTS_KEPT } from '../engine/usage-coverage';
import { snapshotAt } from './validity';
import { deleteEvents, insertEvents } from './event-changes';
import { chunksOf, SnapshotChanges } from './snapshot-changes';
import type { SharedGrants } from './grants';
import { deleteHiddenRows, earlyRows, type EarlyRows } from './early-rows';
import type { eventRows, SnapshotTable } from './snapshot-tables';

export interface SnapshotResult {
  /** Null: nothing changed, so no snapshot was published. */
  snapshotId: number | null;
  written: number;
  ended: number;
  /** Written and ended rows together, by table. */
  changed: ReadonlyMap<SnapshotTable, number>;
}

/** The changes of a snapshot that the transaction which publishes it is told of. */
export interface PublishedChanges {
  /** Null: nothing changes, so no snapshot is published. */
  snapshotId: number | null;
  /** The uids of the sources some rows of which change. */
  changedSources: ReadonlySet<string>;
}

/** The import of a source of which a snapshot tells. */
export interface TakenSource {
  sourceUid: string;
  takenAt: Date;
}

/** The most new rows that wait in memory. Further ones are written before the snapshot is published. */
const MOST_WAITING = 10_000;

/** Returns the newest published snapshot of a tenant; 0 before the first. Numbers grow in the order of publication. */
export function readHead(tx: Tx, tenantId: string): Promise<number> {
  return snapshotAt(tx, tenantId, null);
}

/** Keeps every other snapshot of the tenant from being published until the transaction ends. */
export async function lockPublishing(tx: Tx, tenantId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext(${`graph ${tenantId}`}))`.execute(tx);
}

/** Does the same if no snapshot is being published. @returns whether it does */
export async function tryLockPublishing(tx: Tx, tenantId: string): Promise<boolean> {
  const { rows } = await sql<{ locked: boolean }>`select pg_try_advisory_xact_lock(hashtext(${`graph ${tenantId}`})) as locked`.execute(tx);
  return rows[0]?.locked === true;
}

/** Takes an unused number for a snapshot. */
export async function takeSnapshotId(tx: Tx): Promise<number> {
  const { rows } = await sql<{ id: number | string }>`select nextval('graph_snapshot_number') as id`.execute(tx);
  return Number(rows[0]?.id);
}

/**
 * Writes one snapshot. Many rows are written while the rest of the snapshot is still being made, and nobody sees them. The last transaction publishes
 * them and ends removed rows. Until it commits, readers see the old graph. Unchanged rows are not written.
 */
export class SnapshotWriter extends SnapshotChanges {
  readonly #early: EarlyRows;
  #waiting = 0;
  #hasEvents = false;
  #writing: Promise<void> = Promise.resolve();
  /** Ids of hops that this snapshot stored or found. */
  readonly #hops = new Set<string>();

  private constructor(
    db: Db,
    tenantId: string,
    private readonly sources: readonly TakenSource[],
    private readonly base: number,
    snapshotId: number,
  ) {
    super(db, tenantId, snapshotId);
    this.#early = earlyRows(db, tenantId, snapshotId);
  }

  /**
   * Clears what interrupted attempts left of the same sources, and takes an unused number.
   * @param base the snapshot on which the new one builds
   * @param sources the sources of whose imports the snapshot tells
   */
  static async begin(db: Db, tenantId: string, base: number, sources: readonly TakenSource[]): Promise<SnapshotWriter> {
    const uids = sources.map(({ sourceUid }) => sourceUid);
    const snapshotId = await db.tenant(tenantId, async (tx) => {
      const left = await tx
        .selectFrom('graph_snapshot')
        .select('snapshot_id')
        .distinct()
        .where('tenant_id', '=', tenantId)
        .where('source_uid', 'in', uids)
        .where('state', '=', 'staging')
        .execute();
      for (const { snapshot_id: id } of left) {
        await deleteHiddenRows(tx, tenantId, id);
        await deleteSnapshot(tx, tenantId, id);
      }
      const id = await takeSnapshotId(tx);
      const own = { tenant_id: tenantId, snapshot_id: id, state: 'staging' as const };
      const rows = sources.map(({ sourceUid, takenAt }) => ({ ...own, source_uid: sourceUid, taken_at: takenAt }));
      await tx.insertInto('graph_snapshot').values(rows).execute();
      return id;
    });
    return new SnapshotWriter(db, tenantId, sources, base, snapshotId);
  }

  /** True when events were added or removed, which needs no snapshot. */
  get hasEvents(): boolean {
    return this.#hasEvents;
  }

  async addDocuments(documents: ReadonlyMap<string, string>): Promise<void> {
    for (const chunk of chunksOf([...documents])) await this.db.tenant(this.tenantId, (tx) => this.insertDocuments(tx, chunk));
  }

  async addEvents(rows: ReturnType<typeof eventRows>): Promise<void> {
    const [last] = rows;
    if (!last) return;
    const change = async (work: (tx: Tx) => Promise<boolean>): Promise<void> => {
      if (await this.db.tenant(this.tenantId, work)) this.#hasEvents = true;
    };
    for (const chunk of chunksOf(rows)) await change((tx) => insertEvents(tx, this.tenantId, chunk));
    const since = new Date(Date.parse(last.at) - EVENTS_KEPT).toISOString();
    await change((tx) => deleteEvents(tx, this.tenantId, last.source_uid, since));
  }

  async addActionSets(sets: ReadonlyMap<string, ActionSet>, lettersOf: (name: string) => string): Promise<void> {
    for (const chunk of chunksOf([...sets.values()])) await this.db.tenant(this.tenantId, (tx) => this.insertActionSets(tx, chunk, lettersOf));
  }

  async addHops(hops: ReadonlyMap<string, readonly ProfileHop[]>): Promise<void> {
    const fresh = [...hops].filter(([id]) => !this.#hops.has(id));
    for (const chunk of chunksOf(fresh)) await this.db.tenant(this.tenantId, (tx) => this.insertHops(tx, chunk));
    for (const [id] of fresh) this.#hops.add(id);
  }

  async addGrants(grants: ReadonlyMap<string, SharedGrants>): Promise<void> {
    for (const chunk of chunksOf([...grants])) await this.db.tenant(this.tenantId, (tx) => this.insertGrants(tx, chunk));
  }

  protected async noteAdded(count: number): Promise<void> {
    this.#waiting += count;
    if (this.#waiting <= MOST_WAITING) return;
    const rows = new Map(this.added);
    this.added.clear();
    this.#waiting = 0;
    const before = this.#writing;
    this.#writing = before.then(() => this.#early.write(rows));
    // Whoever waits for it reports the error.
    this.#writing.catch(() => undefined);
    await before;
  }

  /**
   * Publishes the snapshot.
   * @param publish makes related changes in the same transaction. False: a newer import overtook this one, so nothing is published.
   * @returns null when `publish` reports that; `stale` when another snapshot was published since `base`
   */
  async publish(publish: (tx: Tx, changes: PublishedChanges) => Promise<boolean>): Promise<SnapshotResult | null | 'stale'> {
    await this.#writing;
    const outcome = await this.#early.last((tx) => this.#publish(tx, publish));
    if (outcome === null || outcome === 'stale') await this.discard();
    return outcome;
  }

  async #publish(tx: Tx, publish: (tx: Tx, changes: PublishedChanges) => Promise<boolean>): Promise<SnapshotResult | null | 'stale'> {
    const { tenantId, snapshotId, counts } = this;
    const isChanged = counts.changed.size > 0;
    const result: SnapshotResult = { snapshotId: isChanged ? snapshotId : null, ...counts };
    await lockPublishing(tx, tenantId);
    if ((await readHead(tx, tenantId)) !== this.base) return 'stale';
    if (!(await this.#isStaging(tx)) || !(await publish(tx, { snapshotId: result.snapshotId, changedSources: this.changedSources }))) return null;
    if (!isChanged) {
      await deleteSnapshot(tx, tenantId, snapshotId);
      return result;
    }
    await this.endRows(tx);
    await this.#early.reveal(tx);
    for (const [table, rows] of this.added) await this.insert(tx, table, rows);
    await this.refreshDerived(tx);
    await this.#makeCurrent(tx);
    return result;
  }

  /** Tells of the imports that changed something. Where only other sources changed, the first import stands for the snapshot. */
  async #makeCurrent(tx: Tx): Promise<void> {
    const { tenantId, snapshotId, changedSources } = this;
    const uids = this.sources.map(({ sourceUid }) => sourceUid);
    const changed = uids.filter((uid) => changedSources.has(uid));
    const told = changed.length > 0 ? changed : uids.slice(0, 1);
    const ofSources = () => tx.updateTable('graph_snapshot').where('tenant_id', '=', tenantId).where('source_uid', 'in', told);
    await ofSources().where('snapshot_id', '<>', snapshotId).where('state', '=', 'current').set({ state: 'past' }).execute();
    await ofSources().where('snapshot_id', '=', snapshotId).set({ state: 'current' }).execute();
    await deleteSnapshot(tx, tenantId, snapshotId);
  }

  /** Removes what an abandoned attempt wrote. */
  async discard(): Promise<void> {
    await this.#writing.catch(() => undefined);
    await this.#early.discard();
    await this.db.tenant(this.tenantId, (tx) => deleteSnapshot(tx, this.tenantId, this.snapshotId));
  }

  /** Rows left here are cleared by a later attempt of the same source. */
  async #isStaging(tx: Tx): Promise<boolean> {
    const found = await tx
      .selectFrom('graph_snapshot')
      .select('state')
      .where('tenant_id', '=', this.tenantId)
      .where('snapshot_id', '=', this.snapshotId)
      .where('state', '=', 'staging')
      .executeTakeFirst();
    return found !== undefined;
  }
}

/** Deletes what is not published of a snapshot. One whose commit succeeded although its answer was lost stays. */
async function deleteSnapshot(tx: Tx, tenantId: string, snapshotId: number): Promise<void> {
  const own = tx.deleteFrom('graph_snapshot').where('tenant_id', '=', tenantId).where('snapshot_id', '=', snapshotId);
  await own.where('state', '=', 'staging').execute();
}
