import { AzureInventory, type AzureResource } from '../azure/inventory';
import { isBastion } from '../azure/network';
import { managedIdentityId } from '../azure/resources';
import { subscriptions } from '../azure/subscriptions';
import { PARTNERS } from '../company/company';
import type { Plan } from '../plan';
import { awsApplication } from './aws-application';
import { deployClientId, deployPrincipalId, deployPrincipalName, directoryId } from './directory';
import type { ServicePrincipal } from './service-principal';

const MICROSOFT = 'f8cdef31-a31e-4b4a-93e4-5f571e91255a';

/** The granted Microsoft Graph permissions. @see https://learn.microsoft.com/graph/permissions-reference */
export const GRAPH_ROLES = {
  'Directory.Read.All': '7ab1d382-f21e-4acd-a863-ba3e13f7da61',
  'User.Read.All': 'df021288-bdef-4463-88db-98f22de89214',
  'AuditLog.Read.All': 'b0afded3-3588-46d8-8b3d-9842eff778da',
  'RoleManagement.ReadWrite.Directory': '9e3f62cf-ca93-4989-b6ce-bf83c28f9fe8',
} as const;

/** Name of the application that once synchronised users between directories. */
export const LEGACY_SYNC = 'Legacy Directory Sync';

export function graphPrincipalId({ seed }: Plan): string {
  return seed.at('entra-graph').uuid();
}

/** Returns the id of an application of the company or of a partner. */
export function applicationId({ seed }: Plan, name: string): string {
  return seed.at('entra-application', name).uuid();
}

/** Yields all service principals of the directory. */
export function* servicePrincipals(plan: Plan): Generator<ServicePrincipal> {
  const own = { kind: 'Application', owner: directoryId(plan), roles: [] } as const;
  const microsoft = { ...own, owner: MICROSOFT, madeDaysAgo: 1500 };
  yield {
    ...microsoft,
    id: graphPrincipalId(plan),
    appId: '00000003-0000-0000-c000-000000000000',
    name: 'Microsoft Graph',
    roles: Object.entries(GRAPH_ROLES).map(([value, id]) => ({ id, value, displayName: value, for: 'Application' })),
  };
  for (const { name, appId } of MICROSOFT_APPS) yield { ...microsoft, id: applicationId(plan, name), appId, name };
  yield awsApplication(plan);
  const appId = (name: string): string => plan.seed.at('entra-client', name).uuid();
  // Its secret is valid for years, although single sign-on has replaced it.
  yield { ...own, id: applicationId(plan, LEGACY_SYNC), appId: appId(LEGACY_SYNC), name: LEGACY_SYNC, secrets: [-480], madeDaysAgo: 1380 };
  const { logs } = PARTNERS;
  const partner = plan.seed.at('entra-partner', logs.name).uuid();
  yield { ...own, id: applicationId(plan, logs.name), appId: appId(logs.name), name: logs.name, owner: partner, madeDaysAgo: 610 };
  yield* ofSubscriptions(plan);
}

/** Microsoft's own applications, which have the same ids in every directory. */
export const MICROSOFT_APPS = [
  { name: 'Office 365 Exchange Online', appId: '00000002-0000-0ff1-ce00-000000000000' },
  { name: 'Azure Portal', appId: 'c44b4083-3bb0-49c1-b47d-974e53cbdf3c' },
] as const;

/** Yields pipelines and managed identities, with the ids in Azure's role assignments. */
function* ofSubscriptions(plan: Plan): Generator<ServicePrincipal> {
  const deployed = new Set<string>();
  for (const subscription of subscriptions(plan)) {
    for (const { name } of subscription.workloads) deployed.add(name);
    const inventory = new AzureInventory(plan, subscription);
    for (const identity of [...inventory.all('identity'), ...inventory.all('machine').filter(isBastion)]) yield managedIdentity(plan, identity);
  }
  for (const workload of deployed) {
    yield {
      id: deployPrincipalId(plan, workload),
      appId: deployClientId(plan, workload),
      name: deployPrincipalName(workload),
      kind: 'Application',
      owner: directoryId(plan),
      roles: [],
      madeDaysAgo: 330,
    };
  }
}

function managedIdentity(plan: Plan, thing: AzureResource): ServicePrincipal {
  return {
    id: managedIdentityId(plan, thing),
    appId: plan.seed.at('azure-client-id', thing.id).uuid(),
    name: thing.name,
    kind: 'ManagedIdentity',
    owner: directoryId(plan),
    roles: [],
    resourceId: thing.id,
    madeDaysAgo: thing.madeDaysAgo,
  };
}
