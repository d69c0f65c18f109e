import type { EscalationRule } from '../../../engine/escalation';

const VM_CODE = [
  'Microsoft.Compute/virtualMachines/runCommand/action',
  'Microsoft.Compute/virtualMachines/runCommands/write',
  'Microsoft.Compute/virtualMachines/extensions/write',
];
/** Actions that create compute to which a managed identity can be assigned. */
export const MAKES_COMPUTE = [
  'Microsoft.Compute/virtualMachines/write',
  'Microsoft.Compute/virtualMachineScaleSets/write',
  'Microsoft.Web/sites/write',
  'Microsoft.ContainerInstance/containerGroups/write',
  'Microsoft.Logic/workflows/write',
  'Microsoft.Resources/deploymentScripts/write',
  'Microsoft.DataFactory/factories/write',
];
const rule = (name: string, reason: string, ...parts: string[][]): EscalationRule => ({ name, reason, parts });

/**
 * The known privilege escalations in Azure. The list follows Microsoft Learn on each action: it changes permissions, assigns an identity to compute,
 * or returns a key that needs no role.
 */
export const AZURE_ESCALATIONS: readonly EscalationRule[] = [
  rule('AssignRoles', 'It can assign any role to itself, including Owner.', [
    'Microsoft.Authorization/roleAssignments/write',
    'Microsoft.Authorization/roleAssignmentScheduleRequests/write',
    'Microsoft.Authorization/roleEligibilityScheduleRequests/write',
  ]),
  rule('ChangeRoles', 'It can add permissions to a custom role that it holds.', ['Microsoft.Authorization/roleDefinitions/write']),
  rule('ElevateAccess', 'It can make itself User Access Administrator of all subscriptions.', ['Microsoft.Authorization/elevateAccess/action']),
  rule('RemoveDenies', 'It can delete the deny assignments that limit it.', ['Microsoft.Authorization/denyAssignments/delete']),
  rule(
    'PolicyRemediation',
    'It can assign a policy whose remediation runs as an identity with more permissions.',
    ['Microsoft.Authorization/policyAssignments/write'],
    ['Microsoft.ManagedIdentity/userAssignedIdentities/assign/action'],
  ),
  rule(
    'AssignIdentity',
    'It can assign a managed identity to its own compute and act as that identity.',
    ['Microsoft.ManagedIdentity/userAssignedIdentities/assign/action'],
    MAKES_COMPUTE,
  ),
  rule('FederateIdentity', 'It can let an external issuer sign in as a managed identity.', [
    'Microsoft.ManagedIdentity/userAssignedIdentities/federatedIdentityCredentials/write',
  ]),
  rule('RunCommandOnVm', 'It can run code on a virtual machine and act as the identity of that machine.', VM_CODE),
  rule('RunCommandOnScaleSet', 'It can run code on a scale set and act as its identity.', [
    'Microsoft.Compute/virtualMachineScaleSets/virtualMachines/runCommand/action',
    'Microsoft.Compute/virtualMachineScaleSets/extensions/write',
  ]),
  rule('RunCommandOnArc', 'It can run code on a connected machine and act as the identity of that machine.', [
    'Microsoft.HybridCompute/machines/runCommands/write',
    'Microsoft.HybridCompute/machines/extensions/write',
  ]),
  rule(
    'AutomationRunbook',
    'It can run its own code as the identity of an automation account.',
    ['Microsoft.Automation/automationAccounts/runbooks/write', 'Microsoft.Automation/automationAccounts/runbooks/draft/write'],
    [
      'Microsoft.Automation/automationAccounts/jobs/write',
      'Microsoft.Automation/automationAccounts/webhooks/write',
      'Microsoft.Automation/automationAccounts/runbooks/publish/action',
    ],
  ),
  rule('FunctionCode', 'It can change the code of an app and act as the identity of the app.', [
    'Microsoft.Web/sites/publish/action',
    'Microsoft.Web/sites/publishxml/action',
    'Microsoft.Web/sites/host/listKeys/action',
    'Microsoft.Web/sites/extensions/write',
    'Microsoft.Web/sites/functions/write',
  ]),
  rule('LogicApp', 'It can change a workflow and act as the identity of the workflow.', ['Microsoft.Logic/workflows/write']),
  rule('ContainerExec', 'It can run code in a container and act as its identity.', [
    'Microsoft.ContainerInstance/containerGroups/containers/exec/action',
  ]),
  rule('ClusterAdmin', 'It can sign in to a Kubernetes cluster as its administrator.', [
    'Microsoft.ContainerService/managedClusters/listClusterAdminCredential/action',
    'Microsoft.ContainerService/managedClusters/runCommand/action',
  ]),
  rule('VaultAccessPolicy', 'It can grant itself every secret of a key vault through its access policies.', [
    'Microsoft.KeyVault/vaults/accessPolicies/write',
    'Microsoft.KeyVault/vaults/write',
  ]),
  rule('StorageKeys', 'It can read the keys of a storage account, which give access to all of its data regardless of roles.', [
    'Microsoft.Storage/storageAccounts/listKeys/action',
    'Microsoft.Storage/storageAccounts/regenerateKey/action',
    'Microsoft.Storage/storageAccounts/listAccountSas/action',
    'Microsoft.Storage/storageAccounts/listServiceSas/action',
  ]),
  rule('CosmosKeys', 'It can read the keys of a Cosmos DB account, which give access to all of its data regardless of roles.', [
    'Microsoft.DocumentDB/databaseAccounts/listKeys/action',
    'Microsoft.DocumentDB/databaseAccounts/listConnectionStrings/action',
  ]),
  rule('CosmosRoles', 'It can grant itself access to the data of a Cosmos DB account.', [
    'Microsoft.DocumentDB/databaseAccounts/sqlRoleAssignments/write',
  ]),
  rule('SqlAdministrator', 'It can make itself administrator of a SQL server.', ['Microsoft.Sql/servers/administrators/write']),
  rule('DiskExport', 'It can download a disk with all of its data.', [
    'Microsoft.Compute/disks/beginGetAccess/action',
    'Microsoft.Compute/snapshots/beginGetAccess/action',
  ]),
];

/** Actions that run code inside a resource with its identity, by resource type. */
export const RUNS_CODE: Readonly<Record<string, readonly string[]>> = {
  'microsoft.compute/virtualmachines': [...VM_CODE, 'Microsoft.Compute/virtualMachines/loginAsAdmin/action'],
  'microsoft.compute/virtualmachinescalesets': [
    'Microsoft.Compute/virtualMachineScaleSets/virtualMachines/runCommand/action',
    'Microsoft.Compute/virtualMachineScaleSets/extensions/write',
  ],
  'microsoft.hybridcompute/machines': ['Microsoft.HybridCompute/machines/runCommands/write', 'Microsoft.HybridCompute/machines/extensions/write'],
  'microsoft.automation/automationaccounts': [
    'Microsoft.Automation/automationAccounts/runbooks/write',
    'Microsoft.Automation/automationAccounts/runbooks/draft/write',
  ],
  'microsoft.web/sites': [
    'Microsoft.Web/sites/publish/action',
    'Microsoft.Web/sites/publishxml/action',
    'Microsoft.Web/sites/extensions/write',
    'Microsoft.Web/sites/functions/write',
  ],
  'microsoft.logic/workflows': ['Microsoft.Logic/workflows/write'],
  'microsoft.containerinstance/containergroups': ['Microsoft.ContainerInstance/containerGroups/containers/exec/action'],
};

/** Actions through which a principal can act as a managed identity. The first also needs compute to assign the identity to. */
export const ASSIGNS_IDENTITY = 'Microsoft.ManagedIdentity/userAssignedIdentities/assign/action';
export const FEDERATES_IDENTITY = 'Microsoft.ManagedIdentity/userAssignedIdentities/federatedIdentityCredentials/write';
