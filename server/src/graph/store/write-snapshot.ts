import { sql } from 'kysely';
import { bulkInsert } from '../../db/bulk-insert';
import type { Tx } from '../../db/database';
import type { GraphRows } from '../evaluate/graph-rows';
import { difference } from './difference';

export interface SnapshotResult {
  /** Null: nothing changed, so there is no new snapshot. */
  snapshotId: number | null;
  written: number;
  ended: number;
}

/** A row without its interval, and the columns by which it stays the same row over snapshots. */
interface TablePlan {
  table: 'graph_entity' | 'graph_edge' | 'graph_policy' | 'graph_profile_class' | 'graph_access';
  key: readonly string[];
  rows: Record<string, unknown>[];
}

/**
 * Replaces what the graph holds of one source by a new evaluation, in the caller's transaction: readers see the old graph until it
 * commits. Only what differs is written: rows that ended get `valid_to`, new ones `valid_from`. The cost is reading the source's
 * rows once, plus what changed.
 */
export async function writeSnapshot(tx: Tx, tenantId: string, sourceUid: string, rows: GraphRows, takenAt: Date): Promise<SnapshotResult> {
  const next = await sql<{ id: string }>`select coalesce(max(snapshot_id), 0) + 1 as id from graph_snapshot where tenant_id = ${tenantId}`.execute(
    tx,
  );
  const snapshotId = Number(next.rows[0]?.id ?? 1);
  let written = 0;
  let ended = 0;
  await bulkInsert(tx, 'graph_document', distinct(rows.policies.map(({ hash, document }) => ({ tenant_id: tenantId, hash, document }))), {
    onConflictDoNothing: true,
  });
  for (const plan of plansOf(tenantId, sourceUid, rows)) {
    const { added, gone } = difference(await currentRows(tx, plan, tenantId, sourceUid), plan.rows, plan.key);
    for (const row of gone) await endRow(tx, plan, tenantId, row, snapshotId);
    await bulkInsert(tx, plan.table, added.map((row) => ({ ...row, valid_from: snapshotId, valid_to: null })) as never);
    written += added.length;
    ended += gone.length;
  }
  if (written + ended === 0) return { snapshotId: null, written, ended };
  await tx.updateTable('graph_snapshot').set({ state: 'past' }).where('tenant_id', '=', tenantId).where('source_uid', '=', sourceUid).execute();
  await tx
    .insertInto('graph_snapshot')
    .values({ tenant_id: tenantId, snapshot_id: snapshotId, source_uid: sourceUid, taken_at: takenAt, state: 'current' })
    .execute();
  return { snapshotId, written, ended };
}

/** Removes everything that ever came from a source. */
export async function deleteSourceRows(tx: Tx, tenantId: string, sourceUid: string): Promise<void> {
  for (const table of ['graph_entity', 'graph_edge', 'graph_policy', 'graph_profile_class', 'graph_access', 'graph_snapshot'] as const) {
    await tx.deleteFrom(table).where('tenant_id', '=', tenantId).where('source_uid', '=', sourceUid).execute();
  }
}

function plansOf(tenantId: string, sourceUid: string, rows: GraphRows): TablePlan[] {
  const own = { tenant_id: tenantId, source_uid: sourceUid };
  return [
    {
      table: 'graph_entity',
      key: ['entity_id'],
      rows: rows.entities.map(({ entityId, entity, profileId, classId }) => ({
        ...own,
        entity_id: entityId,
        account_id: entity.accountId,
        cloud_type: entity.cloudType,
        region: entity.region,
        type: entity.type,
        uri: entity.uri,
        native_id: entity.nativeId,
        name: entity.name,
        is_identity: entity.isIdentity,
        is_resource: entity.isResource,
        profile_id: profileId,
        class_id: classId,
        attributes: entity.attributes,
      })),
    },
    {
      table: 'graph_edge',
      key: ['child_uri', 'parent_uri', 'kind'],
      rows: rows.edges.map(({ childUri, parentUri, kind, detail }) => ({ ...own, child_uri: childUri, parent_uri: parentUri, kind, detail })),
    },
    {
      table: 'graph_policy',
      key: ['policy_id'],
      rows: rows.policies.map(({ policyId, accountId, name, uri, hash }) => ({
        ...own,
        policy_id: policyId,
        account_id: accountId,
        name,
        uri,
        hash,
      })),
    },
    {
      table: 'graph_profile_class',
      key: ['profile_id', 'pclass_id'],
      rows: rows.profileClasses.map(({ profileId, pclassId, hops, conditional }) => ({
        ...own,
        profile_id: profileId,
        pclass_id: pclassId,
        hops,
        depth: hops.length,
        conditional,
      })),
    },
    {
      table: 'graph_access',
      key: ['pclass_id', 'class_id'],
      rows: rows.access.map((row) => ({
        ...own,
        pclass_id: row.pclassId,
        class_id: row.classId,
        read_mode: row.read,
        write_mode: row.write,
        admin_mode: row.admin,
        via: row.via,
        actions: row.actions,
        actions_total: row.actionsTotal,
      })),
    },
  ];
}

async function currentRows(tx: Tx, { table }: TablePlan, tenantId: string, sourceUid: string): Promise<Record<string, unknown>[]> {
  return (await tx
    .selectFrom(table)
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .where('source_uid', '=', sourceUid)
    .where('valid_to', 'is', null)
    .execute()) as Record<string, unknown>[];
}

async function endRow(tx: Tx, { table, key }: TablePlan, tenantId: string, row: Record<string, unknown>, snapshotId: number): Promise<void> {
  const same = sql.join(
    key.map((column) => sql`${sql.ref(column)} = ${row[column]}`),
    sql` and `,
  );
  await sql`update ${sql.table(table)} set valid_to = ${snapshotId} where tenant_id = ${tenantId} and valid_to is null and ${same}`.execute(tx);
}

function distinct<R extends { hash: string }>(rows: readonly R[]): R[] {
  return [...new Map(rows.map((row) => [row.hash, row])).values()];
}
