import { randomUUID } from 'node:crypto';
import type { CorrelatedSource } from '@cam/contracts/server';
import type { Selectable } from 'kysely';
import type { Context } from '../platform/context';
import type { Tx } from '../platform/db/database';
import { notFound } from '../platform/http/errors';
import type { Mount } from '../platform/http/mount';
import { findConnection } from './connection-store';
import { findSource } from './store';
import type { CorrelatedSourceTable } from './tables';

/** Mounts the calls about links to sources of the identity-governance product. The browser calls that product itself. */
export function correlatedSourcesRoutes(mount: Mount, { db }: Context): void {
  mount('GET /v1/correlated-sources', ({ tenantId }) => db.tenant(tenantId, (tx) => listCorrelated(tx, tenantId)));

  mount('POST /v1/correlated-sources', async ({ tenantId, body, audit }) => {
    const { idnSourceId, idnSourceName, camSourceId } = body;
    const { before, after } = await db.tenant(tenantId, async (tx) => {
      const isKnown = (await findSource(tx, tenantId, camSourceId)) ?? (await findConnection(tx, tenantId, camSourceId));
      if (!isKnown) throw notFound('This source no longer exists. Reload the page.');
      const former = (await listCorrelated(tx, tenantId)).find((one) => one.camSourceId === camSourceId) ?? null;
      const linked = { idn_source_id: idnSourceId, idn_source_name: idnSourceName };
      const row = await tx
        .insertInto('correlated_source')
        .values({ tenant_id: tenantId, id: randomUUID(), cam_source_id: camSourceId, ...linked })
        .onConflict((conflict) => conflict.columns(['tenant_id', 'cam_source_id']).doUpdateSet(linked))
        .returningAll()
        .executeTakeFirstOrThrow();
      return { before: former, after: toCorrelated(row) };
    });
    audit({ before, after });
    return after;
  });

  mount('DELETE /v1/correlated-sources/{id}', async ({ tenantId, path, audit }) => {
    const row = await db.tenant(tenantId, (tx) =>
      tx.deleteFrom('correlated_source').where('tenant_id', '=', tenantId).where('id', '=', path.id).returningAll().executeTakeFirst(),
    );
    if (!row) throw notFound('This link no longer exists. Reload the page.');
    audit({ before: toCorrelated(row) });
    return { error: '' };
  });
}

/** Returns the links, the oldest first. */
export async function listCorrelated(tx: Tx, tenantId: string): Promise<CorrelatedSource[]> {
  const rows = await tx.selectFrom('correlated_source').selectAll().where('tenant_id', '=', tenantId).orderBy('created_at').orderBy('id').execute();
  return rows.map(toCorrelated);
}

/** Deletes the link of a deleted source or organization. */
export async function deleteCorrelation(tx: Tx, tenantId: string, camSourceId: string): Promise<void> {
  await tx.deleteFrom('correlated_source').where('tenant_id', '=', tenantId).where('cam_source_id', '=', camSourceId).execute();
}

function toCorrelated(row: Selectable<CorrelatedSourceTable>): CorrelatedSource {
  return {
    id: row.id,
    tenantId: row.tenant_id,
    idnSourceId: row.idn_source_id,
    idnSourceName: row.idn_source_name,
    camSourceId: row.cam_source_id,
  };
}
