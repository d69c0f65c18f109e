import type { Plan } from '../plan';
import { directoryId } from '../entra/directory';
import type { AzureInventory, AzureResource } from './inventory';
import { balancerProperties, interfaceId, isBastion, networkRows, type ResourceRow } from './network';
import { MANAGEMENT_GROUPS, resourceGroupOf, subscriptionScope, stageOf } from './subscriptions';

/** Returns the object id of the managed identity that a resource has, or that it is. */
export function managedIdentityId({ seed }: Plan, { id }: Pick<AzureResource, 'id'>): string {
  return seed.at('azure-managed-identity', id).uuid();
}

/** Returns the rows of Azure Resource Graph: the subscription, its resource groups and their resources. */
export function resourceRows(plan: Plan, inventory: AzureInventory): ResourceRow[] {
  const { subscription } = inventory;
  const common = { tenantId: directoryId(plan), subscriptionId: subscription.id };
  const rows: ResourceRow[] = [subscriptionRow(plan, inventory)];
  const names = [
    ...new Set([...subscription.workloads.map((workload) => resourceGroupOf(subscription, workload)), `rg-network-${stageOf(subscription)}`]),
  ];
  for (const name of names) {
    rows.push({
      id: `${subscriptionScope(subscription)}/resourceGroups/${name}`,
      name,
      type: 'microsoft.resources/subscriptions/resourcegroups',
      location: subscription.location,
      resourceGroup: name,
      properties: { provisioningState: 'Succeeded' },
    });
  }
  rows.push(...networkRows(plan, inventory));
  for (const kind of [
    'identity',
    'storage',
    'vault',
    'machine',
    'disk',
    'app',
    'database-server',
    'database',
    'documents',
    'bus',
    'balancer',
  ] as const) {
    for (const thing of inventory.all(kind)) rows.push(thingRow(plan, inventory, thing));
  }
  return rows.map((row) => ({ ...common, ...row }));
}

function subscriptionRow(plan: Plan, { subscription }: AzureInventory): ResourceRow {
  const chain = subscription.groups.map((name) => ({ name, displayName: MANAGEMENT_GROUPS.find((group) => group.name === name)?.displayName }));
  return {
    id: subscriptionScope(subscription),
    name: subscription.name,
    type: 'microsoft.resources/subscriptions',
    location: '',
    resourceGroup: '',
    properties: {
      state: 'Enabled',
      managementGroupAncestorsChain: [...chain, { name: directoryId(plan), displayName: 'Tenant Root Group' }],
      subscriptionPolicies: { spendingLimit: 'Off', quotaId: 'EnterpriseAgreement_2014-09-01' },
    },
  };
}

function thingRow(plan: Plan, inventory: AzureInventory, thing: AzureResource): ResourceRow {
  const { subscription } = inventory;
  const { id, name, type, location, resourceGroup, workload, madeDaysAgo } = thing;
  const made = plan.calendar.at(madeDaysAgo, 37_000);
  return {
    id,
    name,
    type,
    location,
    resourceGroup,
    tags: {
      workload: workload.name,
      stage: stageOf(subscription),
      owner: workload.department,
      classification: workload.sensitive ? 'confidential' : 'internal',
    },
    systemData: { createdAt: made },
    ...particulars(plan, inventory, thing, made),
  };
}

/** Returns whether a storage account is public: one that the synchronisation of the platform subscription once opened, and that was never closed. */
export function isOpenStorage(plan: Plan, { subscription }: AzureInventory, { kind, order }: AzureResource): boolean {
  return kind === 'storage' && subscription.purpose === 'production' && subscription.index === 0 && order === 1 && plan.calendar.includes(1);
}

function particulars(plan: Plan, inventory: AzureInventory, thing: AzureResource, made: string): ResourceRow {
  const { subscription } = inventory;
  const rng = plan.seed.at('azure-row', thing.id);
  const { order, workload } = thing;
  const runsAs = {
    type: 'UserAssigned',
    userAssignedIdentities: { [inventory.identityOf(workload).id]: identityProperties(plan, inventory.identityOf(workload)) },
  };
  switch (thing.kind) {
    case 'identity':
      return { properties: { tenantId: directoryId(plan), ...identityProperties(plan, thing) } };
    case 'storage': {
      const open = isOpenStorage(plan, inventory, thing);
      return {
        kind: 'StorageV2',
        sku: { name: rng.pick(['Standard_ZRS', 'Standard_LRS', 'Standard_GRS']), tier: 'Standard' },
        properties: {
          provisioningState: 'Succeeded',
          creationTime: made,
          accessTier: 'Hot',
          allowBlobPublicAccess: open,
          allowSharedKeyAccess: order % 3 === 0,
          supportsHttpsTrafficOnly: true,
          minimumTlsVersion: 'TLS1_2',
          publicNetworkAccess: workload.sensitive && !open ? 'Disabled' : 'Enabled',
          networkAcls: { bypass: 'AzureServices', defaultAction: open ? 'Allow' : 'Deny', ipRules: [], virtualNetworkRules: [] },
          encryption: { keySource: 'Microsoft.Storage', services: { blob: { enabled: true }, file: { enabled: true } } },
        },
      };
    }
    case 'vault':
      return {
        properties: {
          tenantId: directoryId(plan),
          sku: { family: 'A', name: 'standard' },
          vaultUri: `https://${thing.name}.vault.azure.net/`,
          enableSoftDelete: true,
          enablePurgeProtection: workload.sensitive,
          publicNetworkAccess: workload.sensitive ? 'Disabled' : 'Enabled',
          networkAcls: { bypass: 'AzureServices', defaultAction: 'Deny', ipRules: [], virtualNetworkRules: [] },
          ...vaultAccess(plan, inventory, thing),
        },
      };
    case 'machine': {
      const bastion = isBastion(thing);
      return {
        // The bastion's own identity dates from the set-up of the subscription and still has all its access.
        identity: bastion ? { type: 'SystemAssigned', tenantId: directoryId(plan), principalId: managedIdentityId(plan, thing) } : runsAs,
        properties: {
          provisioningState: 'Succeeded',
          timeCreated: made,
          vmId: rng.uuid(),
          hardwareProfile: { vmSize: rng.pick(['Standard_D2s_v5', 'Standard_D4s_v5', 'Standard_E4s_v5', 'Standard_B2ms']) },
          osProfile: { computerName: thing.name, adminUsername: 'kestrel' },
          networkProfile: { networkInterfaces: [{ id: interfaceId(subscription, thing) }] },
          extended: { instanceView: { powerState: rng.chance(0.92) ? running : deallocated } },
        },
      };
    }
    case 'disk': {
      const machine = inventory.all('machine').find((candidate) => candidate.order === order);
      return {
        managedBy: machine?.id ?? '',
        sku: { name: 'Premium_LRS', tier: 'Premium' },
        properties: {
          provisioningState: 'Succeeded',
          timeCreated: made,
          diskSizeGB: rng.pick([64, 128, 256, 512]),
          diskState: machine ? 'Attached' : 'Unattached',
          encryption: { type: workload.sensitive ? 'EncryptionAtRestWithCustomerKey' : 'EncryptionAtRestWithPlatformKey' },
          publicNetworkAccess: 'Disabled',
        },
      };
    }
    case 'app':
      return {
        kind: 'functionapp,linux',
        identity: runsAs,
        properties: {
          state: 'Running',
          enabled: true,
          httpsOnly: true,
          defaultHostName: `${thing.name}.azurewebsites.net`,
          publicNetworkAccess: order % 4 === 0 ? 'Enabled' : 'Disabled',
        },
      };
    case 'database-server':
      return {
        kind: 'v12.0',
        properties: {
          state: 'Ready',
          version: '12.0',
          administratorLogin: 'kestrel',
          fullyQualifiedDomainName: `${thing.name}.database.windows.net`,
          minimalTlsVersion: '1.2',
          publicNetworkAccess: subscription.purpose === 'development' && order === 0 ? 'Enabled' : 'Disabled',
        },
      };
    case 'database':
      return {
        kind: 'v12.0,user',
        sku: { name: 'GP_Gen5', tier: 'GeneralPurpose', family: 'Gen5', capacity: 2 },
        properties: { status: 'Online', collation: 'SQL_Latin1_General_CP1_CI_AS', creationDate: made, zoneRedundant: workload.sensitive },
      };
    case 'documents':
      return {
        kind: 'GlobalDocumentDB',
        properties: {
          provisioningState: 'Succeeded',
          documentEndpoint: `https://${thing.name}.documents.azure.com:443/`,
          disableLocalAuth: workload.sensitive,
          publicNetworkAccess: 'Disabled',
          isVirtualNetworkFilterEnabled: true,
          ipRules: [],
        },
      };
    case 'bus':
      return { sku: { name: 'Standard', tier: 'Standard' }, properties: { provisioningState: 'Succeeded', status: 'Active', createdAt: made } };
    case 'balancer':
      return { sku: { name: 'Standard', tier: 'Regional' }, properties: balancerProperties(subscription, thing) };
  }
}

const running = { code: 'PowerState/running', displayStatus: 'VM running', level: 'Info' };
const deallocated = { code: 'PowerState/deallocated', displayStatus: 'VM deallocated', level: 'Info' };

function identityProperties(plan: Plan, thing: AzureResource) {
  return { principalId: managedIdentityId(plan, thing), clientId: plan.seed.at('azure-client-id', thing.id).uuid() };
}

/** Returns the access settings of a vault: Azure RBAC, or access policies for the oldest vaults. */
function vaultAccess(plan: Plan, inventory: AzureInventory, { order, workload }: AzureResource) {
  if (order % 5 !== 4) return { enableRbacAuthorization: true, accessPolicies: [] };
  return {
    enableRbacAuthorization: false,
    accessPolicies: [
      {
        tenantId: directoryId(plan),
        objectId: managedIdentityId(plan, inventory.identityOf(workload)),
        permissions: { keys: ['get', 'unwrapKey'], secrets: ['get', 'list'], certificates: [], storage: [] },
      },
    ],
  };
}
