import { daysAgo } from '../trail';
import { PORTS } from './ports';

export const PROJECT = 'comply-1';
const PLACE = { project: 'projects/111' };
const NETWORK = `projects/${PROJECT}/global/networks/main`;

const account = (name: string): string => `${name}@${PROJECT}.iam.gserviceaccount.com`;
const names = {
  project: `//cloudresourcemanager.googleapis.com/projects/${PROJECT}`,
  account: (name: string) => `//iam.googleapis.com/projects/${PROJECT}/serviceAccounts/${account(name)}`,
  bucket: (name: string) => `//storage.googleapis.com/${name}`,
  key: (name: string) => `//cloudkms.googleapis.com/projects/${PROJECT}/locations/eu/keyRings/ring/cryptoKeys/${name}`,
  bigtable: (name: string) => `//bigtable.googleapis.com/projects/${PROJECT}/instances/${name}`,
  function: (name: string) => `//cloudfunctions.googleapis.com/projects/${PROJECT}/locations/europe-west1/functions/${name}`,
  dataset: (name: string) => `//bigquery.googleapis.com/projects/${PROJECT}/datasets/${name}`,
  sql: (name: string) => `//cloudsql.googleapis.com/projects/${PROJECT}/instances/${name}`,
  machine: (name: string) => `//compute.googleapis.com/projects/${PROJECT}/zones/europe-west1-b/instances/${name}`,
  firewall: (name: string) => `//compute.googleapis.com/projects/${PROJECT}/global/firewalls/${name}`,
};

const row = (assetType: string, name: string, resource: object = {}): object => ({
  name,
  assetType: assetType.replace('/', '.googleapis.com/'),
  displayName: name.split('/').at(-1),
  location: 'europe-west1',
  ...PLACE,
  versionedResources: [{ resource }],
});
const firewall = (name: string, source: string, ports: string[] | null): object =>
  row('compute/Firewall', names.firewall(name), {
    network: NETWORK,
    direction: 'INGRESS',
    sourceRanges: [source],
    allowed: [{ IPProtocol: ports === null ? 'all' : 'tcp', ...(ports === null ? {} : { ports }) }],
    targetTags: [name],
  });
const machine = (name: string, tag: string): object =>
  row('compute/Instance', names.machine(name), {
    networkInterfaces: [{ network: NETWORK, networkIP: '10.0.0.2', accessConfigs: [{ natIP: '34.1.2.3' }] }],
    tags: { items: [tag] },
    serviceAccounts: [{ email: account(name) }],
  });
const database = (name: string, network: string): object =>
  row('sqladmin/Instance', names.sql(name), { settings: { ipConfiguration: { ipv4Enabled: true, authorizedNetworks: [{ value: network }] } } });
const accountKey = (name: string, age: number): object =>
  row('iam/ServiceAccountKey', `${names.account(name)}/keys/1`, { keyType: 'USER_MANAGED', validAfterTime: daysAgo(age) });

const ACCOUNTS = ['program-bad', 'program-good', 'machine-bad', 'machine-good', 'function-bad', 'function-good', 'half-year'];
const give = (role: string, ...members: string[]): object => ({ role, members });
const policy = (resource: string, ...bindings: object[]): object => ({ resource, ...PLACE, policy: { bindings } });

const logged = (days: number, person: string, permission: string, resource: string): object => ({
  insertId: `${person}-${days}`,
  logName: `projects/${PROJECT}/logs/cloudaudit.googleapis.com%2Fdata_access`,
  timestamp: daysAgo(days),
  protoPayload: {
    authenticationInfo: { principalEmail: `${person}@example.com` },
    authorizationInfo: [{ granted: true, permission, resource }],
    methodName: permission,
    resourceName: resource,
    serviceName: 'storage.googleapis.com',
  },
});

/** A project with each object that rules judge, once compliant and once not. */
export const GCP_FILES: Readonly<Record<string, unknown>> = {
  'projects.json': [{ projectId: PROJECT, projectNumber: '111', name: 'Comply' }],
  'roles.json': [
    {
      name: 'roles/admin',
      title: 'Admin',
      includedPermissions: [
        'resourcemanager.projects.get',
        'resourcemanager.projects.setIamPolicy',
        'storage.objects.get',
        'storage.objects.create',
        'cloudkms.cryptoKeys.update',
        'cloudsql.instances.get',
        'bigquery.datasets.setIamPolicy',
        'iam.serviceAccounts.getAccessToken',
        'iam.serviceAccountKeys.create',
        'logging.sinks.delete',
      ],
    },
    {
      name: 'roles/look',
      title: 'Look',
      includedPermissions: ['resourcemanager.projects.get', 'storage.objects.get', 'cloudfunctions.functions.get'],
    },
    { name: 'roles/write', title: 'Write', includedPermissions: ['storage.objects.create'] },
    { name: 'roles/decrypt', title: 'Decrypt', includedPermissions: ['cloudkms.cryptoKeyVersions.useToDecrypt'] },
    { name: 'roles/rows', title: 'Rows', includedPermissions: ['bigtable.tables.readRows', 'bigtable.instances.get'] },
    { name: 'roles/invoke', title: 'Invoke', includedPermissions: ['cloudfunctions.functions.invoke'] },
  ],
  'search-all-iam-policies.json': [
    policy(
      names.project,
      give(
        'roles/admin',
        'user:olga@example.com',
        ...['program-bad', 'machine-bad', 'function-bad'].map((name) => `serviceAccount:${account(name)}`),
      ),
      give(
        'roles/look',
        'user:rita@example.com',
        ...['program-good', 'machine-good', 'function-good'].map((name) => `serviceAccount:${account(name)}`),
      ),
    ),
    policy(names.bucket('bucket-bad'), give('roles/look', 'allUsers')),
    policy(names.bucket('bucket-good'), give('roles/write', 'user:wanda@example.com')),
    policy(names.key('key-bad'), give('roles/decrypt', 'allUsers')),
    policy(names.bigtable('table-bad'), give('roles/rows', 'allUsers')),
    policy(names.function('function-bad'), give('roles/invoke', 'allUsers')),
  ],
  'audit-log.json': [
    logged(200, 'olga', 'storage.objects.get', 'projects/_/buckets/bucket-good/objects/a'),
    logged(5, 'wanda', 'storage.objects.create', 'projects/_/buckets/bucket-good/objects/b'),
  ],
  'search-all-resources.json': [
    row('compute/Network', `//compute.googleapis.com/${NETWORK}`),
    ...PORTS.map(([, port]) => firewall(`open-${port}`, '0.0.0.0/0', [String(port)])),
    firewall('web', '0.0.0.0/0', ['443']),
    firewall('office', '203.0.113.0/24', ['22']),
    firewall('everything', '0.0.0.0/0', null),
    firewall('range', '::/0', ['20-30']),
    firewall('two', '0.0.0.0/0', ['443', '3389']),
    machine('machine-bad', 'everything'),
    machine('machine-good', 'office'),
    row('cloudfunctions/Function', names.function('function-bad'), { serviceConfig: { serviceAccountEmail: account('function-bad') } }),
    row('cloudfunctions/Function', names.function('function-good'), { serviceConfig: { serviceAccountEmail: account('function-good') } }),
    row('storage/Bucket', names.bucket('bucket-bad')),
    row('storage/Bucket', names.bucket('bucket-good')),
    row('cloudkms/CryptoKey', names.key('key-bad')),
    row('cloudkms/CryptoKey', names.key('key-good')),
    row('bigtableadmin/Instance', names.bigtable('table-bad')),
    row('bigtableadmin/Instance', names.bigtable('table-good')),
    row('bigquery/Dataset', names.dataset('ledger')),
    database('database-bad', '0.0.0.0/0'),
    database('database-good', '203.0.113.0/24'),
    ...ACCOUNTS.map((name) => row('iam/ServiceAccount', names.account(name), { email: account(name) })),
    accountKey('program-bad', 400),
    accountKey('half-year', 180),
    accountKey('program-good', 10),
  ],
};

/** A second project: everyone may call its function, and it holds nothing else. */
export const SECOND_PROJECT = 'comply-2';
export const SECOND_PROJECT_FILES: Readonly<Record<string, unknown>> = Object.fromEntries(
  Object.entries({
    'projects.json': [{ projectId: PROJECT, projectNumber: '222', name: 'Comply too' }],
    'roles.json': [{ name: 'roles/invoke', title: 'Invoke', includedPermissions: ['cloudfunctions.functions.invoke'] }],
    'search-all-iam-policies.json': [policy(names.function('hello'), give('roles/invoke', 'allUsers'))],
    'search-all-resources.json': [row('cloudfunctions/Function', names.function('hello'))],
  }).map(([name, content]) => [name, JSON.stringify(content).replaceAll(PROJECT, SECOND_PROJECT).replaceAll('projects/111', 'projects/222')]),
);
