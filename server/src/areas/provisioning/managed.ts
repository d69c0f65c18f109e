import type { Db } from '../../platform/db/database';

/** Reports whether the groups of a user decide its rights, because its provider also provisions it. */
export async function ownsRights(db: Db, tenantId: string, userId: string): Promise<boolean> {
  const row = await db.tenant(tenantId, (tx) =>
    tx.selectFrom('scim_user').select('user_id').where('tenant_id', '=', tenantId).where('user_id', '=', userId).executeTakeFirst(),
  );
  return row !== undefined;
}
