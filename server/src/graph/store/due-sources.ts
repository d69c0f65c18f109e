import { sql } from 'kysely';
import { bulkInsert } from '../../platform/db/bulk-insert';
import type { Tx } from '../../platform/db/database';
import { deleteEvents } from './event-changes';
import { handOverScopes } from './scopes';
import { SNAPSHOT_TABLES, TENANT_WIDE } from './snapshot-tables';

/** Marks sources for re-evaluation in the transaction of the change. */
export async function markDue(tx: Tx, tenantId: string, sourceUids: readonly string[]): Promise<void> {
  const rows = sourceUids.map((uid) => ({ tenant_id: tenantId, source_uid: uid }));
  await bulkInsert(tx, 'graph_due', rows, { onConflictDoNothing: true });
}

export async function readDue(tx: Tx, tenantId: string): Promise<string[]> {
  const rows = await tx.selectFrom('graph_due').select('source_uid').where('tenant_id', '=', tenantId).execute();
  return rows.map(({ source_uid: uid }) => uid);
}

export async function clearDue(tx: Tx, tenantId: string, sourceUids: readonly string[]): Promise<void> {
  if (sourceUids.length === 0) return;
  await tx
    .deleteFrom('graph_due')
    .where('tenant_id', '=', tenantId)
    .where('source_uid', 'in', [...sourceUids])
    .execute();
}

/**
 * Removes everything that a source ever contributed, and the documents that nothing refers to any more. This is a snapshot of its own, so
 * that no other snapshot builds on the previous one.
 */
export async function deleteSourceRows(tx: Tx, tenantId: string, sourceUid: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext(${`graph ${tenantId}`}))`.execute(tx);
  await handOverScopes(tx, tenantId, sourceUid);
  for (const table of [
    ...SNAPSHOT_TABLES,
    'graph_reach',
    'graph_named_grant',
    'graph_count',
    'graph_snapshot',
    'graph_source',
    'graph_due',
    'graph_leaf_digest',
  ] as const) {
    await sql`delete from ${sql.table(table)} where tenant_id = ${tenantId} and source_uid = ${sourceUid}`.execute(tx);
  }
  await deleteEvents(tx, tenantId, sourceUid, null);
  await sql`
    delete from graph_document d where d.tenant_id = ${tenantId}
      and not exists (select 1 from graph_policy p where p.tenant_id = d.tenant_id and p.hash = d.hash)`.execute(tx);
  await sql`
    insert into graph_snapshot (tenant_id, snapshot_id, source_uid, taken_at, state)
    values (${tenantId}, nextval('graph_snapshot_number'), ${TENANT_WIDE}, now(), 'past')`.execute(tx);
}
