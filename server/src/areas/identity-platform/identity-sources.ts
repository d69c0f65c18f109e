import type { Db } from '../../platform/db/database';

/** A source of identities of the identity-governance product, in the form of its API. */
export interface IdentitySource {
  id: string;
  name: string;
  description: string;
  type: string;
  created: Date;
}

/** Returns the sources of a tenant by name. */
export async function listIdentitySources(db: Db, tenantId: string): Promise<IdentitySource[]> {
  const rows = await db.tenant(tenantId, (tx) =>
    tx.selectFrom('identity_source').selectAll().where('tenant_id', '=', tenantId).orderBy('name').execute(),
  );
  return rows.map(({ source_id: id, name, description, type, created_at: created }) => ({ id, name, description, type, created }));
}

/** Adds missing sources. */
export async function addIdentitySources(db: Db, tenantId: string, sources: readonly Omit<IdentitySource, 'created'>[]): Promise<void> {
  const rows = sources.map(({ id, ...source }) => ({ tenant_id: tenantId, source_id: id, ...source }));
  await db.tenant(tenantId, (tx) =>
    tx
      .insertInto('identity_source')
      .values(rows)
      .onConflict((conflict) => conflict.doNothing())
      .execute(),
  );
}
