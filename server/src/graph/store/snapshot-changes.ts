import { sql } from 'kysely';
import { bulkInsert } from '../../platform/db/bulk-insert';
import type { Db, Tx } from '../../platform/db/database';
import type { ActionSet } from '../engine/action-sets';
import type { ProfileHop } from '../engine/grant';
import { refreshDerived } from './derived';
import { difference } from './difference';
import type { SharedGrants } from './grants';
import { actionSetRows, KEYS, type eventRows, type SnapshotRow, type SnapshotTable, type TablePlan } from './snapshot-tables';

/** Rows per transaction. The embedded database runs one transaction at a time, and page requests need their turn. */
const CHUNK = 5000;

/** The changes of a snapshot that is not published yet: rows that it adds, and current rows that it ends. Unchanged rows are not written. */
export abstract class SnapshotChanges {
  readonly #ended = new Map<SnapshotTable, SnapshotRow[]>();
  readonly #changed = new Map<SnapshotTable, number>();
  readonly #changedSources = new Set<string>();
  /** Sources whose edges, or the resources behind them, changed. */
  readonly #derived = new Set<string>();
  #written = 0;
  #endedCount = 0;
  protected readonly added = new Map<SnapshotTable, SnapshotRow[]>();

  protected constructor(
    protected readonly db: Db,
    protected readonly tenantId: string,
    protected readonly snapshotId: number,
  ) {}

  /** Written and ended rows. */
  get counts(): { written: number; ended: number; changed: ReadonlyMap<SnapshotTable, number> } {
    return { written: this.#written, ended: this.#endedCount, changed: this.#changed };
  }

  /** The uids of the sources to which written and ended rows belong. */
  get changedSources(): ReadonlySet<string> {
    return this.#changedSources;
  }

  /** Stores documents by hash, whatever refers to them. */
  abstract addDocuments(documents: ReadonlyMap<string, string>): Promise<void>;

  /** Stores events. Repeated events already exist. Events older than `EVENTS_KEPT` before the newest are deleted. */
  abstract addEvents(rows: ReturnType<typeof eventRows>): Promise<void>;

  /** Stores action sets by hash, whatever refers to them. */
  abstract addActionSets(sets: ReadonlyMap<string, ActionSet>, lettersOf: (name: string) => string): Promise<void>;

  /** Stores hops of paths by their digest, whatever refers to them. */
  abstract addHops(hops: ReadonlyMap<string, readonly ProfileHop[]>): Promise<void>;

  /** Stores grants of edges by their digest, whatever refers to them. */
  abstract addGrants(grants: ReadonlyMap<string, SharedGrants>): Promise<void>;

  /** Makes room after rows were added. */
  protected abstract noteAdded(count: number): Promise<void>;

  /** Replaces the rows of a source in a table. @returns the added rows */
  async replace({ table, sourceUid, rows, keepsOthers = false }: TablePlan): Promise<readonly SnapshotRow[]> {
    // Nothing is added, and nothing ends. The existing rows may be many.
    if (keepsOthers && rows.length === 0) return [];
    const { added, gone } = difference(await this.#currentRows(table, sourceUid), rows, KEYS[table]);
    const wanted = keepsOthers ? new Set(rows.map((row) => keyOf(table, row))) : null;
    await this.change(table, added, wanted ? gone.filter((row) => wanted.has(keyOf(table, row))) : gone);
    return added;
  }

  /** Adds rows, and ends the current rows under the keys (with their source) of `gone`. */
  async change(table: SnapshotTable, added: readonly SnapshotRow[], gone: readonly SnapshotRow[]): Promise<void> {
    addTo(this.added, table, added);
    await this.noteAdded(added.length);
    // Only their keys: a snapshot of an organization may end millions of paths.
    addTo(
      this.#ended,
      table,
      gone.map((row) => keyColumns(table, row)),
    );
    const sources = new Set([...added, ...gone].map((row) => String(row.source_uid)));
    for (const source of sources) this.#changedSources.add(source);
    if (table === 'graph_access' || table === 'graph_entity') for (const source of sources) this.#derived.add(source);
    this.#written += added.length;
    this.#endedCount += gone.length;
    const changed = added.length + gone.length;
    if (changed > 0) this.#changed.set(table, (this.#changed.get(table) ?? 0) + changed);
  }

  /** Ends the rows that the snapshot ends. */
  protected async endRows(tx: Tx): Promise<void> {
    for (const [table, rows] of this.#ended) for (const chunk of chunksOf(rows)) await this.#end(tx, table, chunk);
  }

  /** Refreshes what is derived from the rows of the changed sources, after these were written. */
  protected async refreshDerived(tx: Tx): Promise<void> {
    for (const source of this.#derived) await refreshDerived(tx, this.tenantId, source);
  }

  /** Inserts rows that are valid from the snapshot on. */
  protected insert(tx: Tx, table: SnapshotTable, rows: readonly SnapshotRow[]): Promise<void> {
    return insertRows(tx, table, rows, { validFrom: this.snapshotId, validTo: null });
  }

  protected insertDocuments(tx: Tx, documents: readonly (readonly [hash: string, document: string])[]): Promise<void> {
    const rows = documents.map(([hash, document]) => ({ tenant_id: this.tenantId, hash, document }));
    return bulkInsert(tx, 'graph_document', rows, { onConflictDoNothing: true });
  }

  /** Inserts the action sets that are not stored yet. Most are, and their rows are large. */
  protected async insertActionSets(tx: Tx, sets: readonly ActionSet[], lettersOf: (name: string) => string): Promise<void> {
    if (sets.length === 0) return;
    const stored = await tx
      .selectFrom('graph_action_set')
      .select('set_id')
      .where('tenant_id', '=', this.tenantId)
      .where(
        'set_id',
        'in',
        sets.map(({ id }) => id),
      )
      .execute();
    const known = new Set(stored.map(({ set_id: id }) => id));
    const rows = actionSetRows(
      this.tenantId,
      sets.filter(({ id }) => !known.has(id)),
      lettersOf,
    );
    await bulkInsert(tx, 'graph_action_set', rows, { onConflictDoNothing: true });
  }

  protected insertHops(tx: Tx, all: readonly (readonly [id: string, hops: readonly ProfileHop[]])[]): Promise<void> {
    const rows = all.map(([id, hops]) => ({ hops_id: id, hops }));
    return this.#insertShared(tx, 'graph_hops', 'hops_id', rows);
  }

  protected insertGrants(tx: Tx, all: readonly (readonly [id: string, grants: SharedGrants])[]): Promise<void> {
    const rows = all.map(([id, { via, actions }]) => ({ grants_id: id, via, actions }));
    return this.#insertShared(tx, 'graph_grants', 'grants_id', rows);
  }

  /** Inserts the rows whose content is not stored yet. Most is. */
  async #insertShared<K extends string>(tx: Tx, table: 'graph_hops' | 'graph_grants', key: K, all: readonly Record<K, string>[]): Promise<void> {
    if (all.length === 0) return;
    const [ids, id] = [JSON.stringify(all.map((row) => row[key])), sql.ref(`h.${key}`)];
    // While a first load fills the table, the planner takes it for a small one and would read all of it. A subquery with an offset is read by the index.
    const { rows } = await sql<{ id: string }>`
      select h.id from (select distinct value::uuid id from jsonb_array_elements_text(${ids}::jsonb) offset 0) w
      cross join lateral (select ${id} id from ${sql.table(table)} h where h.tenant_id = ${this.tenantId} and ${id} = w.id offset 0) h`.execute(tx);
    const stored = new Set(rows.map((row) => row.id));
    const fresh = all.filter((row) => !stored.has(row[key])).map((row) => ({ tenant_id: this.tenantId, ...row }));
    await bulkInsert(tx, table, fresh as never, { onConflictDoNothing: true });
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

  /** Ends the interval of rows that were current before the snapshot. The transaction may have written rows of the snapshot under the same keys. */
  async #end(tx: Tx, table: SnapshotTable, rows: readonly SnapshotRow[]): Promise<void> {
    const keys = JSON.stringify(rows);
    const same = sql.join(
      ['source_uid', ...KEYS[table]].map((column) => sql`t.${sql.ref(column)} = g.${sql.ref(column)}`),
      sql` and `,
    );
    await sql`
      update ${sql.table(table)} t set valid_to = ${this.snapshotId} from json_populate_recordset(null::${sql.table(table)}, ${keys}::json) g
      where t.tenant_id = ${this.tenantId} and t.valid_to is null and t.valid_from < ${this.snapshotId} and ${same}`.execute(tx);
  }
}

/** @param validTo null: the rows are valid from `validFrom` on */
export function insertRows(
  tx: Tx,
  table: SnapshotTable,
  rows: readonly SnapshotRow[],
  { validFrom, validTo }: { validFrom: number; validTo: number | null },
): Promise<void> {
  return bulkInsert(tx, table, rows.map((row) => ({ ...row, valid_from: validFrom, valid_to: validTo })) as never);
}

function addTo(lists: Map<SnapshotTable, SnapshotRow[]>, table: SnapshotTable, rows: readonly SnapshotRow[]): void {
  const list = lists.get(table) ?? [];
  lists.set(table, list);
  for (const row of rows) list.push(row);
}

/** Returns the columns that identify a current row. */
function keyColumns(table: SnapshotTable, row: SnapshotRow): SnapshotRow {
  return Object.fromEntries(['source_uid', ...KEYS[table]].map((column) => [column, row[column]]));
}

function keyOf(table: SnapshotTable, row: SnapshotRow): string {
  return KEYS[table].map((column) => String(row[column])).join('\0');
}

/** Returns the rows in parts of one transaction each. */
export function chunksOf<R>(rows: readonly R[]): R[][] {
  return Array.from({ length: Math.ceil(rows.length / CHUNK) }, (_none, index) => rows.slice(index * CHUNK, (index + 1) * CHUNK));
}
