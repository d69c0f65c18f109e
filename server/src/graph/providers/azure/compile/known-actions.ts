import type { Plane } from './actions';

/** Actions that matter for privilege escalation and data access. Listing them lets wildcard roles match them. */
const CONTROL = `
  Microsoft.Authorization/roleAssignments/read Microsoft.Authorization/roleAssignments/write Microsoft.Authorization/roleAssignments/delete
  Microsoft.Authorization/roleDefinitions/read Microsoft.Authorization/roleDefinitions/write Microsoft.Authorization/roleDefinitions/delete
  Microsoft.Authorization/locks/write Microsoft.Authorization/locks/delete Microsoft.Authorization/elevateAccess/action
  Microsoft.Authorization/roleEligibilityScheduleRequests/write Microsoft.Authorization/roleAssignmentScheduleRequests/write
  Microsoft.Authorization/policyAssignments/write Microsoft.Authorization/policyDefinitions/write Microsoft.Authorization/policyExemptions/write
  Microsoft.Authorization/denyAssignments/delete
  Microsoft.Insights/diagnosticSettings/write Microsoft.Insights/diagnosticSettings/delete
  Microsoft.ManagedIdentity/userAssignedIdentities/read Microsoft.ManagedIdentity/userAssignedIdentities/write
  Microsoft.ManagedIdentity/userAssignedIdentities/delete Microsoft.ManagedIdentity/userAssignedIdentities/assign/action
  Microsoft.ManagedIdentity/userAssignedIdentities/federatedIdentityCredentials/write
  Microsoft.Compute/virtualMachines/read Microsoft.Compute/virtualMachines/write Microsoft.Compute/virtualMachines/delete
  Microsoft.Compute/virtualMachines/start/action Microsoft.Compute/virtualMachines/runCommand/action Microsoft.Compute/virtualMachines/runCommands/write
  Microsoft.Compute/virtualMachines/extensions/write Microsoft.Compute/virtualMachineScaleSets/write
  Microsoft.Compute/virtualMachineScaleSets/extensions/write Microsoft.Compute/virtualMachineScaleSets/virtualMachines/runCommand/action
  Microsoft.Compute/disks/read Microsoft.Compute/disks/write Microsoft.Compute/disks/beginGetAccess/action
  Microsoft.Compute/snapshots/write Microsoft.Compute/snapshots/beginGetAccess/action
  Microsoft.Automation/automationAccounts/runbooks/write Microsoft.Automation/automationAccounts/runbooks/draft/write
  Microsoft.Automation/automationAccounts/runbooks/publish/action Microsoft.Automation/automationAccounts/jobs/write
  Microsoft.Automation/automationAccounts/webhooks/write Microsoft.Automation/automationAccounts/listKeys/action
  Microsoft.Web/sites/read Microsoft.Web/sites/write Microsoft.Web/sites/publish/action Microsoft.Web/sites/publishxml/action
  Microsoft.Web/sites/config/list/action Microsoft.Web/sites/config/write Microsoft.Web/sites/host/listKeys/action
  Microsoft.Web/sites/extensions/write Microsoft.Web/sites/functions/write Microsoft.Web/sites/functions/listKeys/action
  Microsoft.Logic/workflows/write Microsoft.Logic/workflows/triggers/listCallbackUrl/action
  Microsoft.Resources/deployments/write Microsoft.Resources/deploymentScripts/write
  Microsoft.Resources/subscriptions/read Microsoft.Resources/subscriptions/write Microsoft.Resources/subscriptions/resourceGroups/read
  Microsoft.Resources/subscriptions/resourceGroups/write Microsoft.Resources/subscriptions/resourceGroups/delete
  Microsoft.Management/managementGroups/read Microsoft.Management/managementGroups/write Microsoft.Management/managementGroups/delete
  Microsoft.Management/managementGroups/subscriptions/write
  Microsoft.ContainerInstance/containerGroups/write Microsoft.ContainerInstance/containerGroups/containers/exec/action
  Microsoft.ContainerService/managedClusters/listClusterAdminCredential/action Microsoft.ContainerService/managedClusters/listClusterUserCredential/action
  Microsoft.ContainerService/managedClusters/runCommand/action Microsoft.ContainerRegistry/registries/listCredentials/action
  Microsoft.KeyVault/vaults/read Microsoft.KeyVault/vaults/write Microsoft.KeyVault/vaults/delete Microsoft.KeyVault/vaults/accessPolicies/write
  Microsoft.Storage/storageAccounts/read Microsoft.Storage/storageAccounts/write Microsoft.Storage/storageAccounts/delete
  Microsoft.Storage/storageAccounts/listKeys/action Microsoft.Storage/storageAccounts/regenerateKey/action
  Microsoft.Storage/storageAccounts/listAccountSas/action Microsoft.Storage/storageAccounts/listServiceSas/action
  Microsoft.Storage/storageAccounts/blobServices/generateUserDelegationKey/action Microsoft.Storage/storageAccounts/localUsers/listKeys/action
  Microsoft.DocumentDB/databaseAccounts/read Microsoft.DocumentDB/databaseAccounts/write Microsoft.DocumentDB/databaseAccounts/listKeys/action
  Microsoft.DocumentDB/databaseAccounts/readonlykeys/action Microsoft.DocumentDB/databaseAccounts/listConnectionStrings/action
  Microsoft.DocumentDB/databaseAccounts/sqlRoleAssignments/write Microsoft.DocumentDB/databaseAccounts/sqlRoleDefinitions/write
  Microsoft.Sql/servers/read Microsoft.Sql/servers/write Microsoft.Sql/servers/administrators/write Microsoft.Sql/servers/firewallRules/write
  Microsoft.Sql/servers/databases/read Microsoft.Sql/servers/databases/write Microsoft.Sql/servers/databases/export/action
  Microsoft.ServiceBus/namespaces/authorizationRules/listKeys/action Microsoft.EventHub/namespaces/authorizationRules/listKeys/action
  Microsoft.Cache/redis/listKeys/action Microsoft.CognitiveServices/accounts/listKeys/action Microsoft.Search/searchServices/listAdminKeys/action
  Microsoft.OperationalInsights/workspaces/sharedKeys/action Microsoft.HybridCompute/machines/extensions/write
  Microsoft.HybridCompute/machines/runCommands/write Microsoft.DataFactory/factories/write Microsoft.DataFactory/factories/linkedservices/write`;

const DATA = `
  Microsoft.Storage/storageAccounts/blobServices/containers/blobs/read Microsoft.Storage/storageAccounts/blobServices/containers/blobs/write
  Microsoft.Storage/storageAccounts/blobServices/containers/blobs/delete Microsoft.Storage/storageAccounts/blobServices/containers/blobs/add/action
  Microsoft.Storage/storageAccounts/blobServices/containers/blobs/move/action
  Microsoft.Storage/storageAccounts/blobServices/containers/blobs/tags/read Microsoft.Storage/storageAccounts/blobServices/containers/blobs/tags/write
  Microsoft.Storage/storageAccounts/blobServices/containers/blobs/manageOwnership/action
  Microsoft.Storage/storageAccounts/blobServices/containers/blobs/modifyPermissions/action
  Microsoft.Storage/storageAccounts/fileServices/fileshares/files/read Microsoft.Storage/storageAccounts/fileServices/fileshares/files/write
  Microsoft.Storage/storageAccounts/fileServices/fileshares/files/delete
  Microsoft.Storage/storageAccounts/queueServices/queues/messages/read Microsoft.Storage/storageAccounts/queueServices/queues/messages/write
  Microsoft.Storage/storageAccounts/tableServices/tables/entities/read Microsoft.Storage/storageAccounts/tableServices/tables/entities/write
  Microsoft.KeyVault/vaults/keys/read Microsoft.KeyVault/vaults/keys/create/action Microsoft.KeyVault/vaults/keys/update/action
  Microsoft.KeyVault/vaults/keys/delete Microsoft.KeyVault/vaults/keys/import/action Microsoft.KeyVault/vaults/keys/backup/action
  Microsoft.KeyVault/vaults/keys/recover/action Microsoft.KeyVault/vaults/keys/restore/action Microsoft.KeyVault/vaults/keys/purge/action
  Microsoft.KeyVault/vaults/keys/encrypt/action Microsoft.KeyVault/vaults/keys/decrypt/action Microsoft.KeyVault/vaults/keys/wrap/action
  Microsoft.KeyVault/vaults/keys/unwrap/action Microsoft.KeyVault/vaults/keys/sign/action Microsoft.KeyVault/vaults/keys/verify/action
  Microsoft.KeyVault/vaults/secrets/getSecret/action Microsoft.KeyVault/vaults/secrets/setSecret/action
  Microsoft.KeyVault/vaults/secrets/readMetadata/action Microsoft.KeyVault/vaults/secrets/delete Microsoft.KeyVault/vaults/secrets/update/action
  Microsoft.KeyVault/vaults/secrets/backup/action Microsoft.KeyVault/vaults/secrets/recover/action Microsoft.KeyVault/vaults/secrets/restore/action
  Microsoft.KeyVault/vaults/secrets/purge/action
  Microsoft.KeyVault/vaults/certificates/read Microsoft.KeyVault/vaults/certificates/create/action Microsoft.KeyVault/vaults/certificates/update/action
  Microsoft.KeyVault/vaults/certificates/delete Microsoft.KeyVault/vaults/certificates/import/action Microsoft.KeyVault/vaults/certificates/backup/action
  Microsoft.KeyVault/vaults/certificates/recover/action Microsoft.KeyVault/vaults/certificates/restore/action
  Microsoft.KeyVault/vaults/certificates/purge/action
  Microsoft.ServiceBus/namespaces/messages/send/action Microsoft.ServiceBus/namespaces/messages/receive/action
  Microsoft.EventHub/namespaces/messages/send/action Microsoft.EventHub/namespaces/messages/receive/action
  Microsoft.DocumentDB/databaseAccounts/readMetadata Microsoft.DocumentDB/databaseAccounts/sqlDatabases/containers/items/read
  Microsoft.DocumentDB/databaseAccounts/sqlDatabases/containers/items/create Microsoft.DocumentDB/databaseAccounts/sqlDatabases/containers/items/delete
  Microsoft.Compute/virtualMachines/login/action Microsoft.Compute/virtualMachines/loginAsAdmin/action`;

/** Returns the actions that are always evaluated, whatever roles name. */
export function* knownActions(): Generator<{ id: string; plane: Plane }> {
  for (const id of words(CONTROL)) yield { id, plane: 'control' };
  for (const id of words(DATA)) yield { id, plane: 'data' };
}

function words(text: string): string[] {
  return text.split(/\s+/).filter(Boolean);
}
