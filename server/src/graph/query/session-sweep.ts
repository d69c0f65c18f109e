import type { Context } from '../../platform/context';
import { TenantRounds } from '../../platform/jobs/tenant-rounds';
import { removeExpired } from './sessions';

/** Interval between sweeps, ms. */
const EVERY = 60_000;

/** Removes the sessions of closed or crashed tabs, even when nobody searches again. */
export function sessionSweep({ db, log }: Pick<Context, 'db' | 'log'>, tenants: { ids(): Promise<string[]> }): TenantRounds {
  const visit = (tenantId: string): Promise<void> => db.tenant(tenantId, (tx) => removeExpired(tx, tenantId));
  return new TenantRounds({ every: EVERY, tenantIds: () => tenants.ids(), visit, log, failed: 'expired searches could not be removed' });
}
