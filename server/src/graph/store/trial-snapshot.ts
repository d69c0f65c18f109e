import type { Db, Tx } from '../../platform/db/database';
import type { ActionSet } from '../engine/action-sets';
import type { ProfileHop } from '../engine/grant';
import type { SharedGrants } from './grants';
import { chunksOf, SnapshotChanges } from './snapshot-changes';
import { lockPublishing, readHead, takeSnapshotId } from './snapshot-writer';
import type { Span } from './validity';

/** The most rows of a trial, all of which stay in memory. */
const MOST_ROWS = 300_000;

/** A trial changes more rows than one may. */
export class TrialTooLarge extends Error {}

/** Ends the transaction of a trial, so that nothing of it is kept. */
class TrialEnded<R> extends Error {
  constructor(readonly result: R) {
    super('the transaction of a trial ends without being committed');
  }
}

/**
 * A snapshot that is never published. Its rows exist within one transaction, in which the graph is as the snapshot would make it, and which always
 * rolls back. Nobody else sees any of it, and nothing remains.
 */
export class TrialSnapshot extends SnapshotChanges {
  readonly #documents = new Map<string, string>();
  readonly #actionSets = new Map<string, ActionSet>();
  readonly #hops = new Map<string, readonly ProfileHop[]>();
  readonly #grants = new Map<string, SharedGrants>();
  #lettersOf: (name: string) => string = () => '';
  #rows = 0;

  private constructor(
    db: Db,
    tenantId: string,
    snapshotId: number,
    private readonly sourceUids: readonly string[],
    private readonly base: number,
  ) {
    super(db, tenantId, snapshotId);
  }

  /**
   * Takes an unused number, by which caches tell the trial from every other state of the graph.
   * @param sourceUids the changed sources
   * @param base the snapshot on which the trial builds
   */
  static async begin(db: Db, tenantId: string, sourceUids: readonly string[], base: number): Promise<TrialSnapshot> {
    return new TrialSnapshot(db, tenantId, await db.tenant(tenantId, takeSnapshotId), sourceUids, base);
  }

  async addDocuments(documents: ReadonlyMap<string, string>): Promise<void> {
    for (const [hash, document] of documents) this.#documents.set(hash, document);
  }

  /** A trial has no events of its own. */
  async addEvents(): Promise<void> {}

  async addActionSets(sets: ReadonlyMap<string, ActionSet>, lettersOf: (name: string) => string): Promise<void> {
    for (const [id, set] of sets) this.#actionSets.set(id, set);
    this.#lettersOf = lettersOf;
  }

  async addHops(hops: ReadonlyMap<string, readonly ProfileHop[]>): Promise<void> {
    for (const [id, list] of hops) this.#hops.set(id, list);
  }

  async addGrants(grants: ReadonlyMap<string, SharedGrants>): Promise<void> {
    for (const [id, shared] of grants) this.#grants.set(id, shared);
  }

  protected async noteAdded(count: number): Promise<void> {
    this.#rows += count;
    if (this.#rows > MOST_ROWS) throw new TrialTooLarge('a trial changes too many rows');
  }

  /**
   * Reads the graph as the snapshot would make it: within the transaction, the current rows are those of the trial, and the rows of `since` are the
   * published ones. No import publishes meanwhile.
   * @returns `stale` when another snapshot was published since `base`
   */
  async inspect<R>(read: (tx: Tx, span: Span) => Promise<R>): Promise<R | 'stale'> {
    const { db, tenantId, base, snapshotId } = this;
    try {
      return await db.tenant(tenantId, async (tx): Promise<'stale'> => {
        await lockPublishing(tx, tenantId);
        if ((await readHead(tx, tenantId)) !== base) return 'stale';
        await this.#write(tx);
        throw new TrialEnded(await read(tx, { since: base, until: snapshotId }));
      });
    } catch (error) {
      if (error instanceof TrialEnded) return error.result as R;
      throw error;
    }
  }

  async #write(tx: Tx): Promise<void> {
    for (const chunk of chunksOf([...this.#documents])) await this.insertDocuments(tx, chunk);
    for (const chunk of chunksOf([...this.#actionSets.values()])) await this.insertActionSets(tx, chunk, this.#lettersOf);
    for (const chunk of chunksOf([...this.#hops])) await this.insertHops(tx, chunk);
    for (const chunk of chunksOf([...this.#grants])) await this.insertGrants(tx, chunk);
    await this.endRows(tx);
    for (const [table, rows] of this.added) for (const chunk of chunksOf(rows)) await this.insert(tx, table, chunk);
    await this.refreshDerived(tx);
    const row = { tenant_id: this.tenantId, snapshot_id: this.snapshotId, taken_at: new Date(), state: 'current' as const };
    const rows = this.sourceUids.map((sourceUid) => ({ ...row, source_uid: sourceUid }));
    await tx.insertInto('graph_snapshot').values(rows).execute();
  }
}
