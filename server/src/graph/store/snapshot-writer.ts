import { sql } from 'kysely';
import { bulkInsert } from '../../platform/db/bulk-insert';
import type { Db, Tx } from '../../platform/db/database';
import type { ActionSet } from '../engine/action-sets';
import { EVENTS_KEPT } from '../engine/usage-coverage';
import { difference } from './difference';
import { snapshotAt } from './validity';
import { deleteEvents, insertEvents } from './event-changes';
import { refreshDerived } from './derived';
import { actionSetRows, KEYS, SNAPSHOT_TABLES, type eventRows, type SnapshotRow, type SnapshotTable, type TablePlan } from './snapshot-tables';

export interface SnapshotResult {
  /** Null: nothing changed, so no snapshot was published. */
  snapshotId: number | null;
  written: number;
  ended: number;
  /** Written and ended rows together, by table. */
  changed: ReadonlyMap<SnapshotTable, number>;
}

/** Rows per transaction. The embedded database runs one transaction at a time, and page requests need their turn. */
const CHUNK = 5000;

/** The most rows that the last transaction writes itself. Larger snapshots are staged before. */
const MOST_AT_ONCE = 10_000;

/** Returns the newest published snapshot of a tenant; 0 before the first. Numbers grow in the order of publication. */
export function readHead(tx: Tx, tenantId: string): Promise<number> {
  return snapshotAt(tx, tenantId, null);
}

/**
 * Writes one snapshot. A small one stays in memory until its last transaction. The rows of a large one are staged before, in short
 * transactions, with an empty interval (`valid_from` = `valid_to`) that hides them from readers. The last transaction opens their intervals
 * and ends those of removed rows. Until it commits, readers see the old graph. Unchanged rows are not written.
 */
export class SnapshotWriter {
  readonly #ended = new Map<SnapshotTable, SnapshotRow[]>();
  readonly #added = new Map<SnapshotTable, SnapshotRow[]>();
  #waiting = 0;
  #isStaged = false;
  #written = 0;
  #endedCount = 0;
  readonly #changed = new Map<SnapshotTable, number>();
  /** Sources whose edges, or the resources behind them, changed. */
  readonly #derived = new Set<string>();

  private constructor(
    private readonly db: Db,
    private readonly tenantId: string,
    private readonly sourceUid: string,
    private readonly base: number,
    private readonly snapshotId: number,
  ) {}

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
      const { rows } = await sql<{ id: number | string }>`select nextval('graph_snapshot_number') as id`.execute(tx);
      const id = Number(rows[0]?.id);
      await tx
        .insertInto('graph_snapshot')
        .values({ tenant_id: tenantId, snapshot_id: id, source_uid: sourceUid, taken_at: takenAt, state: 'staging' })
        .execute();
      return id;
    });
    return new SnapshotWriter(db, tenantId, sourceUid, base, snapshotId);
  }

  /** Stores documents by hash, whatever refers to them. */
  async addDocuments(documents: ReadonlyMap<string, string>): Promise<void> {
    const rows = [...documents].map(([hash, document]) => ({ tenant_id: this.tenantId, hash, document }));
    for (const chunk of chunksOf(rows)) {
      await this.db.tenant(this.tenantId, (tx) => bulkInsert(tx, 'graph_document', chunk, { onConflictDoNothing: true }));
    }
  }

  /** Stores events. Repeated events already exist. Events older than `EVENTS_KEPT` before the newest are deleted. */
  async addEvents(rows: ReturnType<typeof eventRows>): Promise<void> {
    const [last] = rows;
    if (!last) return;
    for (const chunk of chunksOf(rows)) {
      await this.db.tenant(this.tenantId, (tx) => insertEvents(tx, this.tenantId, chunk));
    }
    const since = new Date(Date.parse(last.at) - EVENTS_KEPT).toISOString();
    await this.db.tenant(this.tenantId, (tx) => deleteEvents(tx, this.tenantId, last.source_uid, since));
  }

  /** Stores action sets by hash, whatever refers to them. Most are stored already, and their rows are large. */
  async addActionSets(sets: ReadonlyMap<string, ActionSet>, lettersOf: (name: string) => string): Promise<void> {
    for (const chunk of chunksOf([...sets.values()])) {
      await this.db.tenant(this.tenantId, async (tx) => {
        const stored = await tx
          .selectFrom('graph_action_set')
          .select('set_id')
          .where('tenant_id', '=', this.tenantId)
          .where(
            'set_id',
            'in',
            chunk.map(({ id }) => id),
          )
          .execute();
        const known = new Set(stored.map(({ set_id: id }) => id));
        const rows = actionSetRows(
          this.tenantId,
          chunk.filter(({ id }) => !known.has(id)),
          lettersOf,
        );
        await bulkInsert(tx, 'graph_action_set', rows, { onConflictDoNothing: true });
      });
    }
  }

  /** Replaces the rows of a source in a table. */
  async replace({ table, sourceUid, rows, keepsOthers = false }: TablePlan): Promise<void> {
    const { added, gone } = difference(await this.#currentRows(table, sourceUid), rows, KEYS[table]);
    const wanted = keepsOthers ? new Set(rows.map((row) => keyOf(table, row))) : null;
    await this.change(table, added, wanted ? gone.filter((row) => wanted.has(keyOf(table, row))) : gone);
  }

  /** Adds rows, and ends the current rows under the keys (with their source) of `gone`. */
  async change(table: SnapshotTable, added: readonly SnapshotRow[], gone: readonly SnapshotRow[]): Promise<void> {
    this.#added.set(table, [...(this.#added.get(table) ?? []), ...added]);
    this.#waiting += added.length;
    if (this.#waiting > MOST_AT_ONCE) await this.#stage();
    this.#ended.set(table, [...(this.#ended.get(table) ?? []), ...gone]);
    if (table === 'graph_access' || table === 'graph_entity') for (const row of [...added, ...gone]) this.#derived.add(String(row.source_uid));
    this.#written += added.length;
    this.#endedCount += gone.length;
    const changed = added.length + gone.length;
    if (changed > 0) this.#changed.set(table, (this.#changed.get(table) ?? 0) + changed);
  }

  /**
   * Publishes the snapshot.
   * @param publish makes related changes in the same transaction. False: a newer import overtook this one, so nothing is published.
   * @returns null when `publish` reports that; `stale` when another snapshot was published since `base`
   */
  publish(publish: (tx: Tx, result: SnapshotResult) => Promise<boolean>): Promise<SnapshotResult | null | 'stale'> {
    const { tenantId, sourceUid, snapshotId } = this;
    const isChanged = this.#changed.size > 0;
    const result: SnapshotResult = {
      snapshotId: isChanged ? snapshotId : null,
      written: this.#written,
      ended: this.#endedCount,
      changed: this.#changed,
    };
    return this.db.tenant(tenantId, async (tx) => {
      await sql`select pg_advisory_xact_lock(hashtext(${`graph ${tenantId}`}))`.execute(tx);
      const isStale = (await readHead(tx, tenantId)) !== this.base;
      if (isStale || !(await this.#isStaging(tx)) || !(await publish(tx, result))) {
        await discardStaged(tx, tenantId, snapshotId);
        return isStale ? 'stale' : null;
      }
      if (!isChanged) {
        await discardStaged(tx, tenantId, snapshotId);
        return result;
      }
      for (const [table, rows] of this.#ended) for (const chunk of chunksOf(rows)) await this.#end(tx, table, chunk);
      for (const table of this.#isStaged ? SNAPSHOT_TABLES : []) {
        await sql`
          update ${sql.table(table)} set valid_to = null
          where tenant_id = ${tenantId} and valid_from = ${snapshotId} and valid_to = ${snapshotId}`.execute(tx);
      }
      for (const [table, rows] of this.#added) await this.#insert(tx, table, rows, null);
      for (const source of this.#derived) await refreshDerived(tx, tenantId, source);
      const ofSource = () => tx.updateTable('graph_snapshot').where('tenant_id', '=', tenantId).where('source_uid', '=', sourceUid);
      await ofSource().where('snapshot_id', '<>', snapshotId).where('state', '=', 'current').set({ state: 'past' }).execute();
      await ofSource().where('snapshot_id', '=', snapshotId).set({ state: 'current' }).execute();
      return result;
    });
  }

  async #stage(): Promise<void> {
    this.#isStaged = true;
    for (const [table, rows] of this.#added) {
      for (const chunk of chunksOf(rows)) await this.db.tenant(this.tenantId, (tx) => this.#insert(tx, table, chunk, this.snapshotId));
    }
    this.#added.clear();
    this.#waiting = 0;
  }

  #insert(tx: Tx, table: SnapshotTable, rows: readonly SnapshotRow[], validTo: number | null): Promise<void> {
    return bulkInsert(tx, table, rows.map((row) => ({ ...row, valid_from: this.snapshotId, valid_to: validTo })) as never);
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

  /** Yields the current rows of a source, read in pages of the key. */
  async #currentRows(table: SnapshotTable, sourceUid: string): Promise<SnapshotRow[]> {
    const key = KEYS[table];
    const columns = sql.join(key.map((column) => sql.ref(column)));
    const found: SnapshotRow[] = [];
    for (;;) {
      const last = found.at(-1);
      const after = last ? sql`(${columns}) > (${sql.join(key.map((column) => last[column]))})` : sql`true`;
      const { rows } = await this.db.tenant(this.tenantId, (tx) =>
        sql<SnapshotRow>`
          select * from ${sql.table(table)}
          where tenant_id = ${this.tenantId} and source_uid = ${sourceUid} and valid_to is null and ${after}
          order by ${columns} limit ${CHUNK}`.execute(tx),
      );
      found.push(...rows);
      if (rows.length < CHUNK) return found;
    }
  }

  /** Ends the interval of current rows. */
  async #end(tx: Tx, table: SnapshotTable, rows: readonly SnapshotRow[]): Promise<void> {
    const key = ['source_uid', ...KEYS[table]];
    const keys = JSON.stringify(rows.map((row) => Object.fromEntries(key.map((column) => [column, row[column]]))));
    const same = sql.join(
      key.map((column) => sql`t.${sql.ref(column)} = g.${sql.ref(column)}`),
      sql` and `,
    );
    await sql`
      update ${sql.table(table)} t set valid_to = ${this.snapshotId} from json_populate_recordset(null::${sql.table(table)}, ${keys}::json) g
      where t.tenant_id = ${this.tenantId} and t.valid_to is null and ${same}`.execute(tx);
  }
}

async function discardStaged(tx: Tx, tenantId: string, snapshotId: number): Promise<void> {
  for (const table of SNAPSHOT_TABLES) {
    await sql`delete from ${sql.table(table)} where tenant_id = ${tenantId} and valid_from = ${snapshotId} and valid_to = ${snapshotId}`.execute(tx);
  }
  await tx.deleteFrom('graph_snapshot').where('tenant_id', '=', tenantId).where('snapshot_id', '=', snapshotId).execute();
}

function keyOf(table: SnapshotTable, row: SnapshotRow): string {
  return KEYS[table].map((column) => String(row[column])).join('\0');
}

function chunksOf<R>(rows: readonly R[]): R[][] {
  return Array.from({ length: Math.ceil(rows.length / CHUNK) }, (_none, index) => rows.slice(index * CHUNK, (index + 1) * CHUNK));
}
