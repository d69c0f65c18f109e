import { sql } from 'kysely';
import { bulkInsert } from '../../db/bulk-insert';
import type { Db, Tx } from '../../db/database';
import type { GraphRows } from '../evaluate/graph-rows';
import { difference } from './difference';
import { documentHash, plansOf, SNAPSHOT_TABLES, type SnapshotRow, type TablePlan } from './snapshot-tables';

export interface SnapshotResult {
  /** Null: nothing changed, so there is no new snapshot. */
  snapshotId: number | null;
  written: number;
  ended: number;
}

export interface SnapshotOptions {
  takenAt: Date;
  /** How much is staged, 0 to 1. */
  progress: (done: number) => Promise<void>;
  /**
   * Called in the transaction that makes the snapshot the current one, for what must change with it. False: somebody overtook this
   * import, so nothing of it counts.
   */
  publish: (tx: Tx, result: SnapshotResult) => Promise<boolean>;
}

/** Rows of one transaction: the embedded database does one at a time, and pages want their turn in between. */
const CHUNK = 5000;

/**
 * Replaces what the graph holds of one source by a new evaluation. Rows that are new are staged, in short transactions, with an
 * empty interval (`valid_from` = `valid_to`), so no reader sees them; one last transaction opens their interval and ends those of the rows that
 * are gone. Readers see the old graph until it commits, and the new one whole. What did not change is not written.
 * @returns null where `publish` said that this import was overtaken
 */
export async function writeSnapshot(
  db: Db,
  tenantId: string,
  sourceUid: string,
  rows: GraphRows,
  { takenAt, progress, publish }: SnapshotOptions,
): Promise<SnapshotResult | null> {
  const source: SourceRows = { db, tenantId, sourceUid };
  const snapshotId = await begin(source, takenAt);
  for (const documents of chunksOf(distinctDocuments(tenantId, rows))) {
    await db.tenant(tenantId, (tx) => bulkInsert(tx, 'graph_document', documents, { onConflictDoNothing: true }));
  }
  const ended: Ended[] = [];
  let written = 0;
  const plans = plansOf(tenantId, sourceUid, rows);
  for (const [index, plan] of plans.entries()) {
    const { added, gone } = difference(await currentRows(source, plan), plan.rows, plan.key);
    await stage(source, plan, added, snapshotId);
    if (gone.length > 0) ended.push({ plan, rows: gone });
    written += added.length;
    await progress((index + 1) / plans.length);
  }
  return swap(source, snapshotId, written, ended, publish);
}

/** Removes everything that ever came from a source, and the documents that nobody holds any more. */
export async function deleteSourceRows(tx: Tx, tenantId: string, sourceUid: string): Promise<void> {
  for (const table of [...SNAPSHOT_TABLES, 'graph_snapshot'] as const) {
    await tx.deleteFrom(table).where('tenant_id', '=', tenantId).where('source_uid', '=', sourceUid).execute();
  }
  await sql`
    delete from graph_document d where d.tenant_id = ${tenantId}
      and not exists (select 1 from graph_policy p where p.tenant_id = d.tenant_id and p.hash = d.hash)`.execute(tx);
}

interface SourceRows {
  db: Db;
  tenantId: string;
  sourceUid: string;
}

interface Ended {
  plan: TablePlan;
  rows: SnapshotRow[];
}

/** Clears what an import that was cut off has left staged, and takes a number that none had before. */
function begin({ db, tenantId, sourceUid }: SourceRows, takenAt: Date): Promise<number> {
  return db.tenant(tenantId, async (tx) => {
    for (const table of SNAPSHOT_TABLES) {
      await sql`delete from ${sql.table(table)} where tenant_id = ${tenantId} and source_uid = ${sourceUid} and valid_from = valid_to`.execute(tx);
    }
    await tx
      .deleteFrom('graph_snapshot')
      .where('tenant_id', '=', tenantId)
      .where('source_uid', '=', sourceUid)
      .where('state', '=', 'staging')
      .execute();
    const { rows } = await sql<{ id: number | string }>`select nextval('graph_snapshot_number') as id`.execute(tx);
    const snapshotId = Number(rows[0]?.id);
    await tx
      .insertInto('graph_snapshot')
      .values({ tenant_id: tenantId, snapshot_id: snapshotId, source_uid: sourceUid, taken_at: takenAt, state: 'staging' })
      .execute();
    return snapshotId;
  });
}

/** The rows of the source that hold now, read in pages of the key. */
async function currentRows({ db, tenantId, sourceUid }: SourceRows, { table, key }: TablePlan): Promise<SnapshotRow[]> {
  const columns = sql.join(key.map((column) => sql.ref(column)));
  const found: SnapshotRow[] = [];
  for (;;) {
    const last = found.at(-1);
    const after = last ? sql`(${columns}) > (${sql.join(key.map((column) => last[column]))})` : sql`true`;
    const { rows } = await db.tenant(tenantId, (tx) =>
      sql<SnapshotRow>`
        select * from ${sql.table(table)}
        where tenant_id = ${tenantId} and source_uid = ${sourceUid} and valid_to is null and ${after}
        order by ${columns} limit ${CHUNK}`.execute(tx),
    );
    found.push(...rows);
    if (rows.length < CHUNK) return found;
  }
}

async function stage({ db, tenantId }: SourceRows, { table }: TablePlan, rows: readonly SnapshotRow[], snapshotId: number): Promise<void> {
  for (const chunk of chunksOf(rows)) {
    const staged = chunk.map((row) => ({ ...row, valid_from: snapshotId, valid_to: snapshotId }));
    await db.tenant(tenantId, (tx) => bulkInsert(tx, table, staged as never));
  }
}

function swap(
  { db, tenantId, sourceUid }: SourceRows,
  snapshotId: number,
  written: number,
  ended: readonly Ended[],
  publish: SnapshotOptions['publish'],
): Promise<SnapshotResult | null> {
  const endedRows = ended.reduce((sum, { rows }) => sum + rows.length, 0);
  const changed = written + endedRows > 0;
  const result: SnapshotResult = { snapshotId: changed ? snapshotId : null, written, ended: endedRows };
  return db.tenant(tenantId, async (tx) => {
    const own = () => tx.updateTable('graph_snapshot').where('tenant_id', '=', tenantId).where('source_uid', '=', sourceUid);
    const published = await own().where('snapshot_id', '=', snapshotId).where('state', '=', 'staging').set({ state: 'current' }).executeTakeFirst();
    if (published.numUpdatedRows === 0n || !(await publish(tx, result))) {
      await discard(tx, tenantId, sourceUid, snapshotId);
      return null;
    }
    if (!changed) {
      await tx.deleteFrom('graph_snapshot').where('tenant_id', '=', tenantId).where('snapshot_id', '=', snapshotId).execute();
      return result;
    }
    for (const { plan, rows } of ended) for (const chunk of chunksOf(rows)) await endRows(tx, tenantId, plan, chunk, snapshotId);
    for (const table of SNAPSHOT_TABLES) {
      await sql`
        update ${sql.table(table)} set valid_to = null
        where tenant_id = ${tenantId} and source_uid = ${sourceUid} and valid_from = ${snapshotId} and valid_to = ${snapshotId}`.execute(tx);
    }
    await own().where('snapshot_id', '<>', snapshotId).where('state', '=', 'current').set({ state: 'past' }).execute();
    return result;
  });
}

/** Ends the interval of rows that hold now. */
async function endRows(tx: Tx, tenantId: string, { table, key }: TablePlan, rows: readonly SnapshotRow[], snapshotId: number): Promise<void> {
  const keys = JSON.stringify(rows.map((row) => Object.fromEntries(key.map((column) => [column, row[column]]))));
  const same = sql.join(
    key.map((column) => sql`t.${sql.ref(column)} = g.${sql.ref(column)}`),
    sql` and `,
  );
  await sql`
    update ${sql.table(table)} t set valid_to = ${snapshotId} from json_populate_recordset(null::${sql.table(table)}, ${keys}::json) g
    where t.tenant_id = ${tenantId} and t.valid_to is null and ${same}`.execute(tx);
}

async function discard(tx: Tx, tenantId: string, sourceUid: string, snapshotId: number): Promise<void> {
  for (const table of SNAPSHOT_TABLES) {
    await sql`
      delete from ${sql.table(table)}
      where tenant_id = ${tenantId} and source_uid = ${sourceUid} and valid_from = ${snapshotId} and valid_to = ${snapshotId}`.execute(tx);
  }
  await tx.deleteFrom('graph_snapshot').where('tenant_id', '=', tenantId).where('snapshot_id', '=', snapshotId).execute();
}

function distinctDocuments(tenantId: string, { policies }: GraphRows): { tenant_id: string; hash: string; document: string }[] {
  const byHash = new Map(policies.map(({ document }) => [documentHash(document), document]));
  return [...byHash].map(([hash, document]) => ({ tenant_id: tenantId, hash, document }));
}

function chunksOf<R>(rows: readonly R[]): R[][] {
  return Array.from({ length: Math.ceil(rows.length / CHUNK) }, (_none, index) => rows.slice(index * CHUNK, (index + 1) * CHUNK));
}
