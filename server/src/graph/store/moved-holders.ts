import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database';
import { groupBy } from '../../platform/group-by';
import { isOneOf } from '../../platform/db/is-one-of';
import { difference } from './difference';
import { LINKING } from './read-links';
import { KEYS, type SnapshotRow } from './snapshot-tables';
import type { SnapshotChanges } from './snapshot-changes';

/** A principal that the policies of a source treat as another one from now on. */
export interface HolderMove {
  uri: string;
  nativeId: string;
  /** A principal that they treat so before and after; null: they name the moved one no more. */
  like: { uri: string; nativeId: string } | null;
}

/** The rows of one source that change with its holders. */
export interface MovedHolders {
  /** By URI of the principal, the one whose class and steps it has from now on. */
  likeOf: ReadonlyMap<string, string | null>;
  changes: readonly { table: 'graph_holder' | 'graph_step' | 'graph_access'; added: readonly SnapshotRow[]; gone: readonly SnapshotRow[] }[];
}

/**
 * Reads what moves between the classes of a source change, where it is the same that an evaluation would store.
 * @returns null where it may not be: an evaluation could give a class another id, or the source itself says whom a principal may act as
 */
export async function readMovedHolders(tx: Tx, tenantId: string, sourceUid: string, moves: readonly HolderMove[]): Promise<MovedHolders | null> {
  const principals = moves.flatMap(({ like, ...own }) => (like ? [own, like] : [own]));
  const [uris, ids] = [principals.map(({ uri }) => uri), principals.map(({ nativeId }) => nativeId)];
  const current = sql`tenant_id = ${tenantId} and source_uid = ${sourceUid} and valid_to is null`;
  const linking = await sql`
    select 1 from graph_edge where ${current} and kind in (${sql.join(LINKING)}) and ${isOneOf('child_id', ids)} limit 1`.execute(tx);
  if (linking.rows.length > 0) return null;
  const holders = await rowsOf(sql<SnapshotRow>`select * from graph_holder where ${current} and ${isOneOf('uri', uris)}`.execute(tx));
  const steps = await rowsOf(sql<SnapshotRow>`select * from graph_step where ${current} and ${isOneOf('child_uri', uris)}`.execute(tx));
  const sizes = await sql<{ id: string; n: number }>`select pclass_id id, count(*)::int n from graph_holder where ${current} group by 1`.execute(tx);
  const holderOf = new Map(holders.map((row) => [String(row.uri), row]));
  const classOf = (uri: string | undefined): string | null =>
    uri === undefined ? null : ((holderOf.get(uri)?.pclass_id as string | undefined) ?? null);
  const pairs = moves.map(({ uri, like }) => ({ from: classOf(uri), to: classOf(like?.uri) }));
  const emptied = classesLeft(new Map(sizes.rows.map(({ id, n }) => [id, n])), pairs);
  if (!emptied) return null;
  const access = await rowsOf(
    sql<SnapshotRow>`select pclass_id, class_id, source_uid from graph_access where ${current} and ${isOneOf('pclass_id', emptied)}`.execute(tx),
  );
  const moved = (
    table: 'graph_holder' | 'graph_step',
    rows: readonly SnapshotRow[],
    column: 'uri' | 'child_uri',
  ): MovedHolders['changes'][number] => {
    const before = groupBy(rows, (row) => String(row[column]));
    const wanted = moves.flatMap(({ uri, like }) => (like ? (before.get(like.uri) ?? []).map((row) => asOther(row, column, uri)) : []));
    const own = moves.flatMap(({ uri }) => before.get(uri) ?? []);
    return { table, ...difference(own, wanted, KEYS[table]) };
  };
  return {
    likeOf: new Map(moves.map(({ uri, like }) => [uri, like?.uri ?? null])),
    changes: [moved('graph_holder', holders, 'uri'), moved('graph_step', steps, 'child_uri'), { table: 'graph_access', added: [], gone: access }],
  };
}

/** Writes the changed rows of a source. */
export async function writeMovedHolders(writer: SnapshotChanges, { changes }: MovedHolders): Promise<void> {
  for (const { table, added, gone } of changes) if (added.length + gone.length > 0) await writer.change(table, added, gone);
}

/**
 * Returns the classes that lose all members; null where `keepClassIds` could give the id of a class to another one. It gives each id to the class with most
 * members of the earlier one. So the ids stay unless as many members move as stay, in both classes.
 * @param sizes the numbers of members until now
 * @param pairs the classes of each moved principal, until now and from now on
 */
function classesLeft(sizes: ReadonlyMap<string, number>, pairs: readonly { from: string | null; to: string | null }[]): string[] | null {
  const stay = new Map(sizes);
  const moving = new Map<string, { from: string; to: string; count: number }>();
  for (const { from, to } of pairs) {
    if (from === null || from === to) continue;
    stay.set(from, (stay.get(from) ?? 0) - 1);
    if (to === null) continue;
    const key = JSON.stringify([from, to]);
    moving.set(key, { from, to, count: (moving.get(key)?.count ?? 0) + 1 });
  }
  const staying = (id: string): number => stay.get(id) ?? 0;
  if ([...moving.values()].some(({ from, to, count }) => count >= staying(from) && count >= staying(to))) return null;
  return [...stay].flatMap(([id, count]) => (count === 0 ? [id] : []));
}

/** Returns the row of one principal as that of another one. */
function asOther({ valid_from: _from, valid_to: _to, ...row }: SnapshotRow, column: 'uri' | 'child_uri', uri: string): SnapshotRow {
  return { ...row, [column]: uri };
}

async function rowsOf<T>(result: Promise<{ rows: T[] }>): Promise<T[]> {
  return (await result).rows;
}
