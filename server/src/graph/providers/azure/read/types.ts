/** Entity types of known Azure resource types, by provider type in lower case. */
const TYPES: Record<string, string> = {
  'microsoft.compute/virtualmachines': 'INSTANCE',
  'microsoft.compute/virtualmachinescalesets': 'INSTANCE',
  'microsoft.hybridcompute/machines': 'INSTANCE',
  'microsoft.compute/disks': 'DISK',
  'microsoft.compute/snapshots': 'DISK',
  'microsoft.storage/storageaccounts': 'OBJECT_STORE',
  'microsoft.keyvault/vaults': 'KEYSTORE',
  'microsoft.keyvault/managedhsms': 'KEYSTORE',
  'microsoft.sql/servers': 'RELATIONAL_DB',
  'microsoft.sql/servers/databases': 'RELATIONAL_DB',
  'microsoft.sql/managedinstances': 'RELATIONAL_DB',
  'microsoft.dbformysql/servers': 'RELATIONAL_DB',
  'microsoft.dbformysql/flexibleservers': 'RELATIONAL_DB',
  'microsoft.dbforpostgresql/servers': 'RELATIONAL_DB',
  'microsoft.dbforpostgresql/flexibleservers': 'RELATIONAL_DB',
  'microsoft.documentdb/databaseaccounts': 'NOSQL_DB',
  'microsoft.network/virtualnetworks': 'VPC',
  'microsoft.network/virtualnetworks/subnets': 'SUBNET',
  'microsoft.network/networksecuritygroups': 'SECURITY_GROUP',
  'microsoft.network/routetables': 'ROUTE_TABLE',
  'microsoft.network/loadbalancers': 'LOAD_BALANCER',
  'microsoft.network/applicationgateways': 'LOAD_BALANCER',
  'microsoft.web/sites': 'SERVERLESS_COMPUTE',
  'microsoft.app/containerapps': 'SERVERLESS_COMPUTE',
  'microsoft.containerinstance/containergroups': 'SERVERLESS_COMPUTE',
  'microsoft.logic/workflows': 'SERVERLESS_COMPUTE',
  'microsoft.managedidentity/userassignedidentities': 'SERVICE_ACCOUNT',
  'microsoft.resources/subscriptions': 'SCOPE',
  'microsoft.resources/subscriptions/resourcegroups': 'SCOPE',
  'microsoft.management/managementgroups': 'SCOPE',
};

/** Returns the entity type: AZURE_CONTAINERREGISTRY_REGISTRIES for `microsoft.containerregistry/registries`. */
export function camType(azureType: string): string {
  const type = azureType.toLowerCase();
  return TYPES[type] ?? `AZURE_${type.replace(/^microsoft\./, '').replace(/[^a-z0-9]+/g, '_')}`.toUpperCase();
}
