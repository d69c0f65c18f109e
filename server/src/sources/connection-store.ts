import type { CloudType, ConnectableCloud } from '@cam/contracts/server';
import { sql, type Selectable } from 'kysely';
import type { HierarchyNode } from './connectors/connector';
import type { Tx } from '../platform/db/database';
import { isWrongKey } from '../platform/security/secret-box';
import type { SourceConnectionTable, StoredOrganization } from './tables';

export interface StoredConnection {
  uid: string;
  cloudType: ConnectableCloud;
  /** The fields that are not secret, by key. */
  info: Record<string, string>;
  sealed: Buffer;
  /** Name of the organization. For one account, the source holds the name. */
  name: string;
  /** Null if the connection serves one account. */
  organization: StoredOrganization | null;
}

export async function findConnection(tx: Tx, tenantId: string, uid: string): Promise<StoredConnection | null> {
  const row = await tx.selectFrom('source_connection').selectAll().where('tenant_id', '=', tenantId).where('uid', '=', uid).executeTakeFirst();
  return row ? toConnection(row) : null;
}

/** Returns the connections of organizations, sorted by name. */
export async function listOrganizations(tx: Tx, tenantId: string): Promise<StoredConnection[]> {
  const query = tx.selectFrom('source_connection').selectAll().where('tenant_id', '=', tenantId).where('organization', 'is not', null);
  return (await query.orderBy('name').orderBy('uid').execute()).map(toConnection);
}

/** Returns the names of the organizations of a cloud type with their ids at the provider. Does not read their hierarchies, which can be long. */
export function organizationNames(tx: Tx, tenantId: string, cloudType: ConnectableCloud): Promise<{ uid: string; id: string; name: string }[]> {
  return tx
    .selectFrom('source_connection')
    .select(['uid', 'name', sql<string>`organization ->> 'id'`.as('id')])
    .where('tenant_id', '=', tenantId)
    .where('cloud_type', '=', cloudType)
    .where('organization', 'is not', null)
    .orderBy('uid')
    .execute();
}

function toConnection({ uid, cloud_type: cloudType, info, sealed, name, organization }: Selectable<SourceConnectionTable>): StoredConnection {
  return { uid, cloudType: cloudType as ConnectableCloud, info, sealed: Buffer.from(sealed), name, organization };
}

/** Creates a connection or replaces its content. */
export async function saveConnection(tx: Tx, tenantId: string, connection: StoredConnection): Promise<void> {
  const { uid, cloudType, info, sealed, name, organization } = connection;
  const changed = { info: JSON.stringify(info), sealed, name, organization: organization && JSON.stringify(organization) };
  await tx
    .insertInto('source_connection')
    .values({ tenant_id: tenantId, uid, cloud_type: cloudType, ...changed })
    .onConflict((conflict) => conflict.columns(['tenant_id', 'uid']).doUpdateSet({ ...changed, updated_at: sql`now()` }))
    .execute();
}

export async function deleteConnection(tx: Tx, tenantId: string, uid: string): Promise<void> {
  await tx.deleteFrom('source_connection').where('tenant_id', '=', tenantId).where('uid', '=', uid).execute();
}

/**
 * Encrypts the secrets of all connections again.
 * @param reseal throws if no key decrypts a value; that value stays as it is
 * @returns the number of connections that were encrypted again, and of those whose key is lost
 */
export async function resealConnections(tx: Tx, tenantId: string, reseal: (sealed: Buffer) => Buffer): Promise<{ sealed: number; lost: number }> {
  const rows = await tx.selectFrom('source_connection').select(['uid', 'sealed']).where('tenant_id', '=', tenantId).forUpdate().execute();
  let lost = 0;
  for (const { uid, sealed } of rows) {
    try {
      const resealed = reseal(Buffer.from(sealed));
      await tx.updateTable('source_connection').set({ sealed: resealed }).where('tenant_id', '=', tenantId).where('uid', '=', uid).execute();
    } catch (error) {
      // Only a wrong key may be skipped; any other error is a failure.
      if (!isWrongKey(error)) throw error;
      lost += 1;
    }
  }
  return { sealed: rows.length - lost, lost };
}

/** Creates the source of a connection, or connects an imported source, whose history stays. */
export async function connectSource(
  tx: Tx,
  tenantId: string,
  source: { uid: string; connectionUid: string; cloudType: CloudType; accountId: string; name: string; next?: Date },
): Promise<void> {
  const connected = {
    connection_uid: source.connectionUid,
    account_name: source.name,
    is_leaving: false,
    ...(source.next ? { next_pull_at: source.next } : {}),
  };
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
      run_trigger: null,
      run_began_at: null,
      schedule: null,
      ...connected,
    })
    .onConflict((conflict) => conflict.columns(['tenant_id', 'uid']).doUpdateSet(connected))
    .execute();
}

/** Stores a hierarchy request as running. Deletes requests older than one hour, which no client polls any more. */
export async function beginHierarchy(tx: Tx, tenantId: string, buildUuid: string): Promise<void> {
  await tx
    .deleteFrom('source_hierarchy')
    .where('tenant_id', '=', tenantId)
    .where('created_at', '<', sql<Date>`now() - interval '1 hour'`)
    .execute();
  await tx.insertInto('source_hierarchy').values({ tenant_id: tenantId, build_uuid: buildUuid, status: 'RUNNING', hierarchy: null }).execute();
}

export async function finishHierarchy(
  tx: Tx,
  tenantId: string,
  buildUuid: string,
  end: { hierarchy: HierarchyNode } | { error: string },
): Promise<void> {
  const isBuilt = 'hierarchy' in end;
  const change = isBuilt
    ? { status: 'COMPLETED' as const, hierarchy: JSON.stringify(end.hierarchy) }
    : { status: 'FAILED' as const, error: end.error };
  await tx.updateTable('source_hierarchy').set(change).where('tenant_id', '=', tenantId).where('build_uuid', '=', buildUuid).execute();
}

export async function findHierarchy(tx: Tx, tenantId: string, buildUuid: string) {
  return tx.selectFrom('source_hierarchy').selectAll().where('tenant_id', '=', tenantId).where('build_uuid', '=', buildUuid).executeTakeFirst();
}
