import type { CloudType, ConnectableCloud } from '@cam/contracts/server';
import { sql } from 'kysely';
import type { Tx } from '../db/database';

export interface StoredConnection {
  uid: string;
  cloudType: ConnectableCloud;
  /** Fields that are no secret, by their key. */
  info: Record<string, string>;
  sealed: Buffer;
}

export async function findConnection(tx: Tx, tenantId: string, uid: string): Promise<StoredConnection | null> {
  const row = await tx.selectFrom('source_connection').selectAll().where('tenant_id', '=', tenantId).where('uid', '=', uid).executeTakeFirst();
  return row ? { uid: row.uid, cloudType: row.cloud_type as ConnectableCloud, info: row.info, sealed: Buffer.from(row.sealed) } : null;
}

/** Makes the connection, or replaces what it holds. */
export async function saveConnection(tx: Tx, tenantId: string, { uid, cloudType, info, sealed }: StoredConnection): Promise<void> {
  const changed = { info: JSON.stringify(info), sealed };
  await tx
    .insertInto('source_connection')
    .values({ tenant_id: tenantId, uid, cloud_type: cloudType, ...changed })
    .onConflict((conflict) => conflict.columns(['tenant_id', 'uid']).doUpdateSet({ ...changed, updated_at: sql`now()` }))
    .execute();
}

export async function deleteConnection(tx: Tx, tenantId: string, uid: string): Promise<void> {
  await tx.deleteFrom('source_connection').where('tenant_id', '=', tenantId).where('uid', '=', uid).execute();
}

/** Makes the source of a connection, or connects one that came from imports; its history stays. */
export async function connectSource(
  tx: Tx,
  tenantId: string,
  source: { uid: string; connectionUid: string; cloudType: CloudType; accountId: string; name: string },
): Promise<void> {
  const connected = { connection_uid: source.connectionUid, account_name: source.name };
  await tx
    .insertInto('source')
    .values({
      tenant_id: tenantId,
      uid: source.uid,
      cloud_type: source.cloudType,
      account_id: source.accountId,
      status: 'ACCOUNT_STATUS_UNKNOWN',
      status_reason: '',
      phase: 'PHASE_DONE',
      progress: 100,
      messages: '[]',
      bundle: null,
      bundle_taken_at: null,
      import_id: null,
      last_snapshot_at: null,
      pull_id: null,
      pull_began_at: null,
      pulled: null,
      next_pull_at: null,
      ...connected,
    })
    .onConflict((conflict) => conflict.columns(['tenant_id', 'uid']).doUpdateSet(connected))
    .execute();
}
