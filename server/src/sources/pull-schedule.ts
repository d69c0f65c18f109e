import type { Context } from '../platform/context';
import { TenantRounds } from '../platform/jobs/tenant-rounds';
import type { OrganizationsService } from './organizations';
import type { Pulls } from './pulls';

/** Time between two checks for due pulls, ms. */
const CHECK_INTERVAL = 60_000;

/** Returns the rounds that queue due pulls. Several processes can run them, because a source is queued once. */
export function pullSchedule(
  { log }: Pick<Context, 'log'>,
  { tenantIds, pulls, organizations }: { tenantIds: () => Promise<string[]>; pulls: Pulls; organizations: OrganizationsService },
): TenantRounds {
  const visit = async (tenantId: string): Promise<void> => {
    await organizations.refreshDue(tenantId);
    await pulls.queueDue(tenantId);
  };
  return new TenantRounds({ every: CHECK_INTERVAL, tenantIds, visit, log, failed: 'due pulls could not be queued' });
}
