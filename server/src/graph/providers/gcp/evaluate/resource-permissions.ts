import { Bitset } from '../../../engine/bitset';
import type { GcpPermissions } from '../compile/permissions';

/** A question about a resource: which of these permissions apply? */
export interface ResourceProbe {
  permissions: Bitset;
  /** The question concerns any resource inside, whose name starts with this resource's name. */
  inside: boolean;
}

/** Permissions of resource types where they differ from the plural of the type. */
const OF_TYPE: Record<string, readonly string[]> = {
  'storage.googleapis.com/Bucket': ['storage.buckets.', 'storage.anywhereCaches.'],
  'bigquery.googleapis.com/Dataset': [
    'bigquery.datasets.',
    'bigquery.tables.',
    'bigquery.models.',
    'bigquery.routines.',
    'bigquery.rowAccessPolicies.',
  ],
  'bigquery.googleapis.com/Table': ['bigquery.tables.', 'bigquery.rowAccessPolicies.'],
  'bigtableadmin.googleapis.com/Instance': ['bigtable.'],
  'sqladmin.googleapis.com/Instance': ['cloudsql.'],
  'spanner.googleapis.com/Instance': ['spanner.instances.', 'spanner.databases.', 'spanner.sessions.', 'spanner.backups.'],
  'spanner.googleapis.com/Database': ['spanner.databases.', 'spanner.sessions.'],
  'firestore.googleapis.com/Database': ['datastore.'],
  'cloudkms.googleapis.com/KeyRing': ['cloudkms.keyRings.', 'cloudkms.cryptoKeys.', 'cloudkms.cryptoKeyVersions.', 'cloudkms.importJobs.'],
  'cloudkms.googleapis.com/CryptoKey': ['cloudkms.cryptoKeys.', 'cloudkms.cryptoKeyVersions.'],
  'secretmanager.googleapis.com/Secret': ['secretmanager.secrets.', 'secretmanager.versions.'],
  'cloudfunctions.googleapis.com/CloudFunction': ['cloudfunctions.functions.'],
  'cloudfunctions.googleapis.com/Function': ['cloudfunctions.functions.'],
  'iam.googleapis.com/ServiceAccount': ['iam.serviceAccounts.', 'iam.serviceAccountKeys.', 'iam.serviceAccountApiKeyBindings.'],
  'container.googleapis.com/Cluster': ['container.'],
  'compute.googleapis.com/RegionDisk': ['compute.disks.'],
  'compute.googleapis.com/GlobalForwardingRule': ['compute.globalForwardingRules.'],
  'pubsub.googleapis.com/Topic': ['pubsub.topics.', 'pubsub.messages.'],
};

/** Permissions on parts of a resource that are no separate entities. */
const INSIDE: Record<string, readonly string[]> = {
  'storage.googleapis.com/Bucket': ['storage.objects.', 'storage.folders.', 'storage.managedFolders.', 'storage.multipartUploads.'],
};

/** Services whose asset types and permissions have different names. */
const SERVICES: Record<string, string> = {
  cloudresourcemanager: 'resourcemanager',
  sqladmin: 'cloudsql',
  bigtableadmin: 'bigtable',
  firestore: 'datastore',
};

const ON_NODE: Record<string, RegExp> = {
  Organization:
    /^(?:resourcemanager|orgpolicy|billing|cloudasset|securitycenter|accesscontextmanager|essentialcontacts)\.|^iam\.(?:roles|denypolicies|policybindings|principalaccessboundarypolicies|workforcePools)\./,
  Folder: /^resourcemanager\.(?:folders|projects|tagKeys|tagValues|hierarchyNodes)\.|^orgpolicy\.|^iam\.(?:denypolicies|policybindings)\./,
  Project:
    /^resourcemanager\.(?:projects|tagKeys|tagValues|hierarchyNodes)\.|^(?:orgpolicy|serviceusage|deploymentmanager|cloudbuild|monitoring|logging|apikeys)\.|^iam\.(?:roles|denypolicies|policybindings|workloadIdentityPools|workloadIdentityPoolProviders)\.|^compute\.projects\.|^(?:bigquery\.jobs|storage\.hmacKeys)\.|\.create$|\.list$/,
};

/** The applicable permissions of each resource type. */
export class ResourcePermissions {
  readonly #byType = new Map<string, ResourceProbe[]>();

  constructor(private readonly permissions: GcpPermissions) {}

  /** @param assetType asset type of the inventory: `compute.googleapis.com/Instance` */
  probesOf(assetType: string): readonly ResourceProbe[] {
    const known = this.#byType.get(assetType);
    if (known) return known;
    const inside = INSIDE[assetType];
    const probes = [{ permissions: this.#own(assetType), inside: false }, ...(inside ? [{ permissions: this.#below(inside), inside: true }] : [])];
    this.#byType.set(assetType, probes);
    return probes;
  }

  #own(assetType: string): Bitset {
    const [domain = '', kind = ''] = assetType.split('/');
    const service = domain.replace('.googleapis.com', '');
    const onNode = service === 'cloudresourcemanager' ? ON_NODE[kind] : undefined;
    if (onNode) return this.permissions.where((name) => onNode.test(name));
    return this.#below(OF_TYPE[assetType] ?? [`${SERVICES[service] ?? service}.${plural(kind)}.`]);
  }

  #below(prefixes: readonly string[]): Bitset {
    return this.permissions.where((name) => prefixes.some((prefix) => name.startsWith(prefix)));
  }
}

/** Returns the plural of a type: subnetworks for `Subnetwork`, addresses for `Address`, backupPolicies for `BackupPolicy`. */
function plural(kind: string): string {
  const name = kind.charAt(0).toLowerCase() + kind.slice(1);
  if (/[^aeiou]y$/.test(name)) return `${name.slice(0, -1)}ies`;
  return /(?:s|x|ch|sh)$/.test(name) ? `${name}es` : `${name}s`;
}
