import type { Context } from '../platform/context';
import { TenantRounds } from '../platform/jobs/tenant-rounds';
import type { OrganizationsService } from './organizations';
import type { Pulls } from './pulls';

/** How often it is looked which pulls are due, ms. */
const LOOK = 60_000;

/** Has connected sources pulled when their time has come. Several processes may look: a source is queued once. */
export function pullSchedule(
  { log }: Pick<Context, 'log'>,
  { tenantIds, pulls, organizations }: { tenantIds: () => Promise<string[]>; pulls: Pulls; organizations: OrganizationsService },
): TenantRounds {
  const visit = async (tenantId: string): Promise<void> => {
    await organizations.refreshDue(tenantId);
    await pulls.queueDue(tenantId);
  };
  return new TenantRounds({ every: LOOK, tenantIds, visit, log, failed: 'pulls that are due could not be queued' });
}
