import type { Plan } from '../plan';
import { managementGroupScope } from './subscriptions';

/** An Azure role with its permissions. Built-in roles have the same id in every directory. */
export interface AzureRole {
  id: string;
  roleName: string;
  description: string;
  isCustom: boolean;
  actions: readonly string[];
  notActions: readonly string[];
  dataActions: readonly string[];
}

const CONTAINERS = 'Microsoft.Storage/storageAccounts/blobServices/containers';
const DELEGATION_KEY = 'Microsoft.Storage/storageAccounts/blobServices/generateUserDelegationKey/action';

function builtIn(
  roleName: string,
  id: string,
  description: string,
  actions: readonly string[],
  more: { notActions?: readonly string[]; dataActions?: readonly string[] } = {},
): AzureRole {
  return { id, roleName, description, isCustom: false, actions, notActions: more.notActions ?? [], dataActions: more.dataActions ?? [] };
}

/** The assigned built-in roles. @see https://learn.microsoft.com/azure/role-based-access-control/built-in-roles */
const BUILT_IN: readonly AzureRole[] = [
  builtIn('Owner', '8e3af657-a8ff-443c-a75c-2fe8c4bcb635', 'All resources, and who may do what to them', ['*']),
  builtIn('Contributor', 'b24988ac-6180-42a0-ab88-20f7382dd24c', 'All resources, but not who may do what to them', ['*'], {
    notActions: [
      'Microsoft.Authorization/*/Delete',
      'Microsoft.Authorization/*/Write',
      'Microsoft.Authorization/elevateAccess/Action',
      'Microsoft.Blueprint/blueprintAssignments/write',
      'Microsoft.Blueprint/blueprintAssignments/delete',
      'Microsoft.Compute/galleries/share/action',
      'Microsoft.Purview/consents/write',
      'Microsoft.Purview/consents/delete',
      'Microsoft.Resources/deploymentStacks/manageDenySetting/action',
      'Microsoft.Subscription/cancel/action',
      'Microsoft.Subscription/enable/action',
    ],
  }),
  builtIn('Reader', 'acdd72a7-3385-48ef-bd42-f606fba81ae7', 'Sees all resources, changes none', ['*/read']),
  builtIn('User Access Administrator', '18d7d88d-d35e-4fb5-a5c3-7773c20a72d9', 'Who may do what to resources', [
    '*/read',
    'Microsoft.Authorization/*',
    'Microsoft.Support/*',
  ]),
  builtIn('Security Reader', '39bc4728-0917-49c7-9d2c-d95423bc2eb4', 'Sees findings and settings of security', [
    'Microsoft.Authorization/*/read',
    'Microsoft.Insights/alertRules/read',
    'Microsoft.operationalInsights/workspaces/*/read',
    'Microsoft.Resources/deployments/*/read',
    'Microsoft.Resources/subscriptions/resourceGroups/read',
    'Microsoft.Security/*/read',
    'Microsoft.Support/*/read',
    'Microsoft.Management/managementGroups/read',
  ]),
  builtIn('Cost Management Reader', '72fafb9e-0641-4937-9268-a91bfd8191a3', 'Sees costs and their settings', [
    'Microsoft.Consumption/*/read',
    'Microsoft.CostManagement/*/read',
    'Microsoft.Billing/billingPeriods/read',
    'Microsoft.Resources/subscriptions/read',
    'Microsoft.Resources/subscriptions/resourceGroups/read',
    'Microsoft.Support/*',
    'Microsoft.Advisor/configurations/read',
    'Microsoft.Advisor/recommendations/read',
    'Microsoft.Management/managementGroups/read',
    'Microsoft.Billing/billingProperty/read',
  ]),
  builtIn(
    'Storage Blob Data Reader',
    '2a2b9908-6ea1-4ae2-8e65-a410df84e7d1',
    'Reads blobs and their containers',
    [`${CONTAINERS}/read`, DELEGATION_KEY],
    {
      dataActions: [`${CONTAINERS}/blobs/read`],
    },
  ),
  builtIn(
    'Storage Blob Data Contributor',
    'ba92f5b4-2d11-453d-a403-e96b0029c9fe',
    'Reads, writes and deletes blobs and their containers',
    [`${CONTAINERS}/delete`, `${CONTAINERS}/read`, `${CONTAINERS}/write`, DELEGATION_KEY],
    { dataActions: ['delete', 'read', 'write', 'move/action', 'add/action'].map((action) => `${CONTAINERS}/blobs/${action}`) },
  ),
  builtIn('Key Vault Secrets User', '4633458b-17de-408a-b874-0445c86b69e6', 'Reads secrets of vaults that go by roles', [], {
    dataActions: ['Microsoft.KeyVault/vaults/secrets/getSecret/action', 'Microsoft.KeyVault/vaults/secrets/readMetadata/action'],
  }),
  builtIn('Website Contributor', 'de139f84-1756-47ae-9be6-808fbbe84772', 'Web apps, but not their plans', [
    'Microsoft.Authorization/*/read',
    'Microsoft.Insights/alertRules/*',
    'Microsoft.Insights/components/*',
    'Microsoft.ResourceHealth/availabilityStatuses/read',
    'Microsoft.Resources/deployments/*',
    'Microsoft.Resources/subscriptions/resourceGroups/read',
    'Microsoft.Support/*',
    'Microsoft.Web/certificates/*',
    'Microsoft.Web/listSitesAssignedToHostName/read',
    'Microsoft.Web/register/action',
    'Microsoft.Web/serverFarms/join/action',
    'Microsoft.Web/serverFarms/read',
    'Microsoft.Web/sites/*',
  ]),
];

/** Name of the company's custom role. Its `runCommand` lets holders act as the identity of every machine in scope. */
export const PRODUCTION_REPAIR = 'Kestrel Production Repair';

export function azureRoles(plan: Plan): AzureRole[] {
  return [
    ...BUILT_IN,
    {
      id: plan.seed.at('azure-custom-role', PRODUCTION_REPAIR).uuid(),
      roleName: PRODUCTION_REPAIR,
      description: 'Restart what hangs in production',
      isCustom: true,
      actions: [
        'Microsoft.Compute/virtualMachines/read',
        'Microsoft.Compute/virtualMachines/restart/action',
        'Microsoft.Compute/virtualMachines/start/action',
        'Microsoft.Compute/virtualMachines/runCommand/action',
        'Microsoft.Web/sites/read',
        'Microsoft.Web/sites/restart/action',
        'Microsoft.ServiceBus/namespaces/read',
        'Microsoft.Resources/subscriptions/resourceGroups/read',
      ],
      notActions: [],
      dataActions: [],
    },
  ];
}

/** Returns a role. Throws for an unknown name, which is a typing error in this folder. */
export function azureRole(plan: Plan, name: string): AzureRole {
  const found = azureRoles(plan).find(({ roleName }) => roleName === name);
  if (!found) throw new Error(`The plan speaks of a role ${name} that does not exist.`);
  return found;
}

/** Returns a role in the form of `az role definition list`. */
export function roleDefinition(plan: Plan, { id, roleName, description, isCustom, actions, notActions, dataActions }: AzureRole) {
  const made = isCustom ? plan.calendar.at(560, 41_000) : '2021-11-11T20:13:28Z';
  return {
    assignableScopes: isCustom ? [managementGroupScope('kestrel-production')] : ['/'],
    createdBy: null,
    createdOn: made,
    description,
    id: roleDefinitionId(id),
    name: id,
    permissions: [{ actions, condition: null, conditionVersion: null, dataActions, notActions, notDataActions: [] }],
    roleName,
    roleType: isCustom ? 'CustomRole' : 'BuiltInRole',
    type: 'Microsoft.Authorization/roleDefinitions',
    updatedBy: null,
    updatedOn: made,
  };
}

export function roleDefinitionId(id: string): string {
  return `/providers/Microsoft.Authorization/roleDefinitions/${id}`;
}
