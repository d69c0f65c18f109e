import { COMPANY, PREFIX } from '../company/company';
import { WORKLOADS, type Workload } from '../company/workloads';
import type { Plan } from '../plan';

export type AzurePurpose = 'platform' | 'production' | 'development';

export interface Subscription {
  index: number;
  id: string;
  name: string;
  purpose: AzurePurpose;
  /** Workloads of the subscription. */
  workloads: readonly Workload[];
  location: string;
  /** Names of its management groups, innermost first, without the root group. */
  groups: readonly string[];
}

export interface ManagementGroup {
  name: string;
  displayName: string;
  /** Null directly below the root group. */
  parent: string | null;
}

export const COMPANY_GROUP = PREFIX;

export const MANAGEMENT_GROUPS: readonly ManagementGroup[] = [
  { name: COMPANY_GROUP, displayName: COMPANY, parent: null },
  { name: `${PREFIX}-platform`, displayName: 'Platform', parent: PREFIX },
  { name: `${PREFIX}-workloads`, displayName: 'Workloads', parent: PREFIX },
  { name: `${PREFIX}-production`, displayName: 'Production', parent: `${PREFIX}-workloads` },
  { name: `${PREFIX}-development`, displayName: 'Development', parent: `${PREFIX}-workloads` },
];

const PURPOSES: readonly AzurePurpose[] = ['production', 'development', 'platform'];
const STAGES: Readonly<Record<AzurePurpose, string>> = { platform: 'shared', production: 'prod', development: 'dev' };
const LOCATIONS = ['germanywestcentral', 'westeurope', 'centralindia'] as const;

/** The workloads on Azure: the office systems, and those that came with the storefront. */
const RUNS_ON_AZURE = WORKLOADS.filter(({ department }) => ['it', 'finance', 'support', 'sales', 'storefront', 'people'].includes(department));

export function stageOf({ purpose }: Pick<Subscription, 'purpose'>): string {
  return STAGES[purpose];
}

export function subscriptions(plan: Plan): Subscription[] {
  return Array.from({ length: plan.scale.subscriptions }, (_, index) => subscription(plan, index));
}

function subscription(plan: Plan, index: number): Subscription {
  // Larger companies still have one platform subscription, and every third one is for development.
  const purpose = index < PURPOSES.length ? (PURPOSES[index] as AzurePurpose) : index % 3 === 1 ? 'development' : 'production';
  const start = purpose === 'platform' ? RUNS_ON_AZURE.findIndex(({ name }) => name === 'identity-sync') : Math.floor(index / 2) * 3;
  const count = purpose === 'platform' ? 1 : Math.min(plan.scale.workloads, RUNS_ON_AZURE.length);
  const workloads = Array.from({ length: count }, (_, order) => RUNS_ON_AZURE[(start + order) % RUNS_ON_AZURE.length] as Workload);
  const again = index < PURPOSES.length ? '' : `-${String(index - PURPOSES.length + 2).padStart(3, '0')}`;
  return {
    index,
    id: plan.seed.at('azure-subscription', index).uuid(),
    name: `${PREFIX}-azure-${STAGES[purpose]}${again}`,
    purpose,
    workloads,
    location: LOCATIONS[index % LOCATIONS.length] as string,
    groups: purpose === 'platform' ? [`${PREFIX}-platform`, PREFIX] : [`${PREFIX}-${purpose}`, `${PREFIX}-workloads`, PREFIX],
  };
}

export function subscriptionScope({ id }: Pick<Subscription, 'id'>): string {
  return `/subscriptions/${id}`;
}

export function managementGroupScope(name: string): string {
  return `/providers/Microsoft.Management/managementGroups/${name}`;
}

export function resourceGroupOf(subscription: Subscription, { name }: Workload): string {
  return `rg-${name}-${stageOf(subscription)}`;
}

export function resourceGroupScope(subscription: Subscription, workload: Workload): string {
  return `${subscriptionScope(subscription)}/resourceGroups/${resourceGroupOf(subscription, workload)}`;
}
