/** Entity types of known GCP resource types, by asset type without its domain. */
const TYPES: Record<string, string> = {
  'compute/Instance': 'INSTANCE',
  'compute/Disk': 'DISK',
  'compute/RegionDisk': 'DISK',
  'compute/Snapshot': 'DISK',
  'compute/Network': 'VPC',
  'compute/Subnetwork': 'SUBNET',
  'compute/Firewall': 'SECURITY_GROUP',
  'compute/Route': 'ROUTE_TABLE',
  'compute/ForwardingRule': 'LOAD_BALANCER',
  'compute/GlobalForwardingRule': 'LOAD_BALANCER',
  'compute/UrlMap': 'LOAD_BALANCER',
  'storage/Bucket': 'OBJECT_STORE',
  'sqladmin/Instance': 'RELATIONAL_DB',
  'alloydb/Cluster': 'RELATIONAL_DB',
  'alloydb/Instance': 'RELATIONAL_DB',
  'spanner/Instance': 'RELATIONAL_DB',
  'spanner/Database': 'RELATIONAL_DB',
  'bigquery/Dataset': 'RELATIONAL_DB',
  'bigquery/Table': 'RELATIONAL_DB',
  'bigtableadmin/Instance': 'NOSQL_DB',
  'bigtableadmin/Table': 'NOSQL_DB',
  'firestore/Database': 'NOSQL_DB',
  'datastore/Database': 'NOSQL_DB',
  'cloudkms/KeyRing': 'KEYSTORE',
  'cloudkms/CryptoKey': 'KEYSTORE',
  'secretmanager/Secret': 'KEYSTORE',
  'cloudfunctions/CloudFunction': 'SERVERLESS_COMPUTE',
  'cloudfunctions/Function': 'SERVERLESS_COMPUTE',
  'run/Service': 'SERVERLESS_COMPUTE',
  'run/Job': 'SERVERLESS_COMPUTE',
  'appengine/Service': 'SERVERLESS_COMPUTE',
  'iam/ServiceAccount': 'SERVICE_ACCOUNT',
  'iam/Role': 'ROLE',
  'cloudresourcemanager/Organization': 'SCOPE',
  'cloudresourcemanager/Folder': 'SCOPE',
  'cloudresourcemanager/Project': 'SCOPE',
};

/** Returns the entity type: GCP_ARTIFACTREGISTRY_REPOSITORY for `artifactregistry.googleapis.com/Repository`. */
export function camType(assetType: string): string {
  const name = assetType.replace('.googleapis.com', '');
  return TYPES[name] ?? `GCP_${name.replace(/([a-z0-9])([A-Z])/g, '$1_$2').replace(/[^a-zA-Z0-9]+/g, '_')}`.toUpperCase();
}
