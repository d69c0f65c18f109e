import type { Plan } from '../plan';
import { accountFullName, type GcpInventory } from './inventory';
import { defaultComputeEmail, serviceAccountEmail } from './projects';

export interface ServiceAccount {
  email: string;
  title: string;
  fullName: string;
  madeDaysAgo: number;
  /** User-managed keys. Google rotates its own keys. */
  keys: readonly { madeDaysAgo: number }[];
}

export function deployerEmail({ project }: GcpInventory): string {
  return serviceAccountEmail(project, 'deployer');
}

/** Returns the service accounts of a project: the default one, the pipeline's, and one per workload. */
export function serviceAccounts(plan: Plan, inventory: GcpInventory): ServiceAccount[] {
  const { project } = inventory;
  const account = (email: string, title: string, madeDaysAgo: number, keys: ServiceAccount['keys'] = []): ServiceAccount => ({
    email,
    title,
    fullName: accountFullName(plan, project, email),
    madeDaysAgo,
    keys,
  });
  return [
    account(defaultComputeEmail(project), 'Compute Engine default service account', 1090),
    // Builds now use federation; the former key was never deleted.
    account(deployerEmail(inventory), 'Brings software out', 880, project.purpose === 'production' ? [{ madeDaysAgo: 733 }] : []),
    ...inventory.all('service-account').map(({ displayName, workload, madeDaysAgo }) => account(displayName, `Runs ${workload.name}`, madeDaysAgo)),
  ];
}
