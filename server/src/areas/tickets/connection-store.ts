import { sql, type Selectable } from 'kysely';
import type { Tx } from '../../platform/db/database';
import type { ProductConnectionTable } from './tables';

export type ConnectionRow = Selectable<ProductConnectionTable>;

/** Time for which received messages are remembered, ms. */
const REMEMBERED = 72 * 3_600_000;

export async function listConnections(tx: Tx, tenantId: string): Promise<(ConnectionRow & { tickets: number })[]> {
  return tx
    .selectFrom('product_connection as c')
    .selectAll('c')
    .select(sql<number>`(select count(*)::int from ticket t where t.tenant_id = c.tenant_id and t.connection_id = c.connection_id)`.as('tickets'))
    .where('c.tenant_id', '=', tenantId)
    .orderBy('c.created_at')
    .orderBy('c.connection_id')
    .execute();
}

/** Returns a connection and locks its row. */
export async function lockConnection(tx: Tx, tenantId: string, connectionId: string): Promise<ConnectionRow | undefined> {
  return tx
    .selectFrom('product_connection')
    .selectAll()
    .where((is) => is.and({ tenant_id: tenantId, connection_id: connectionId }))
    .forUpdate()
    .executeTakeFirst();
}

export async function saveConnection(tx: Tx, { tenant_id, connection_id, kind, created_by, created_at, ...change }: ConnectionRow): Promise<void> {
  const { fields, severities, channel, offered_channel } = change;
  const changed = {
    ...change,
    ...{ fields: JSON.stringify(fields), severities: JSON.stringify(severities) },
    ...{ channel: channel && JSON.stringify(channel), offered_channel: offered_channel && JSON.stringify(offered_channel) },
  };
  await tx
    .insertInto('product_connection')
    .values({ tenant_id, connection_id, kind, created_by, created_at: new Date(created_at), ...changed })
    .onConflict((on) => on.columns(['tenant_id', 'connection_id']).doUpdateSet(changed))
    .execute();
  await tx
    .insertInto('product_connection_place')
    .values({ connection_id, tenant_id })
    .onConflict((on) => on.column('connection_id').doNothing())
    .execute();
}

export async function deleteConnection(tx: Tx, tenantId: string, connectionId: string): Promise<ConnectionRow | undefined> {
  await tx.deleteFrom('product_connection_place').where('connection_id', '=', connectionId).where('tenant_id', '=', tenantId).execute();
  return tx
    .deleteFrom('product_connection')
    .where((is) => is.and({ tenant_id: tenantId, connection_id: connectionId }))
    .returningAll()
    .executeTakeFirst();
}

/** Returns the tenant of a connection; undefined: there is no such connection. */
export async function tenantOf(tx: Tx, connectionId: string): Promise<string | undefined> {
  const row = await tx.selectFrom('product_connection_place').select('tenant_id').where('connection_id', '=', connectionId).executeTakeFirst();
  return row?.tenant_id;
}

/** Claims the connections whose tickets are to be read. Concurrent callers get others. @param next when they are due again */
export async function claimReadings(tx: Tx, tenantId: string, next: Date): Promise<ConnectionRow[]> {
  return tx
    .updateTable('product_connection')
    .set({ read_next_at: next })
    .where('tenant_id', '=', tenantId)
    .where('read_next_at', '<=', new Date())
    .returningAll()
    .execute();
}

export async function saveReading(tx: Tx, tenantId: string, connectionId: string, reading: { message: string; next?: Date }): Promise<void> {
  await tx
    .updateTable('product_connection')
    .set({
      message: reading.message,
      ...(reading.message === '' ? { synced_at: new Date() } : {}),
      ...(reading.next ? { read_next_at: reading.next } : {}),
    })
    .where((is) => is.and({ tenant_id: tenantId, connection_id: connectionId }))
    .execute();
}

/** Remembers a message. @returns false if it was received before */
export async function rememberMessage(tx: Tx, tenantId: string, connectionId: string, digest: string): Promise<boolean> {
  const now = new Date();
  await tx
    .deleteFrom('incoming_message')
    .where('tenant_id', '=', tenantId)
    .where('at', '<', new Date(now.getTime() - REMEMBERED))
    .execute();
  const added = await tx
    .insertInto('incoming_message')
    .values({ tenant_id: tenantId, connection_id: connectionId, digest, at: now })
    .onConflict((on) => on.columns(['tenant_id', 'connection_id', 'digest']).doNothing())
    .returning('digest')
    .execute();
  return added.length > 0;
}
