import type { UserKeys } from '@cam/contracts/server';
import type { Tx } from '../../platform/db/database';
import type {} from './tables';

/** A user of a tenant. */
export interface KeyOwner {
  tenantId: string;
  email: string;
}

/** Returns the keys that a user changed; none for a user who never did. */
export async function readKeys(tx: Tx, { tenantId, email }: KeyOwner): Promise<UserKeys> {
  const row = await tx
    .selectFrom('user_keys')
    .select(['single_keys', 'keys'])
    .where('tenant_id', '=', tenantId)
    .where('email', '=', email)
    .executeTakeFirst();
  return row ?? { single_keys: true, keys: {} };
}

/** Replaces the keys that a user changed. */
export async function writeKeys(tx: Tx, { tenantId, email }: KeyOwner, { single_keys, keys }: UserKeys): Promise<void> {
  const changed = { single_keys, keys: JSON.stringify(keys), changed_at: new Date() };
  await tx
    .insertInto('user_keys')
    .values({ tenant_id: tenantId, email, ...changed })
    .onConflict((conflict) => conflict.columns(['tenant_id', 'email']).doUpdateSet(changed))
    .execute();
}
