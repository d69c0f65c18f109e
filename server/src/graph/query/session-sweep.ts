import type { Context } from '../../platform/context';
import { TenantRounds } from '../../platform/jobs/tenant-rounds';
import { removeExpired } from './sessions';

/** How often sessions that were left behind are looked for, ms. */
const EVERY = 60_000;

/** Removes the sessions of tabs that crashed or were forgotten, whether or not anybody searches again. */
export function sessionSweep({ db, log }: Pick<Context, 'db' | 'log'>, tenants: { ids(): Promise<string[]> }): TenantRounds {
  const visit = (tenantId: string): Promise<void> => db.tenant(tenantId, (tx) => removeExpired(tx, tenantId));
  return new TenantRounds({ every: EVERY, tenantIds: () => tenants.ids(), visit, log, failed: 'expired searches could not be removed' });
}
