import type { LabelledRecord } from './labelled';

const PROJECT = { project: 'projects/111', organization: 'organizations/1' };
const ZONE = '//compute.googleapis.com/projects/demo-web/zones/europe-west1-b/instances';
const [DEPLOYER, ALONE, SHARED] = ['deployer', 'alone', 'shared'].map((name) => `${name}@demo-web.iam.gserviceaccount.com`);
const SUBJECT = 'principal://iam.googleapis.com/locations/global/workforcePools/staff/subject/Ida';

const machine = (name: string, email = ''): object => ({
  name: `${ZONE}/${name}`,
  assetType: 'compute.googleapis.com/Instance',
  displayName: name,
  location: 'europe-west1-b',
  ...PROJECT,
  versionedResources: [{ resource: { serviceAccounts: [{ email }] } }],
});

/** Three machines: one runs as an account of its own, two share another one. */
export const GCP_FILES: Record<string, unknown> = {
  'projects.json': [{ projectId: 'demo-web', projectNumber: '111', name: 'Web shop', parent: { type: 'organization', id: '1' } }],
  'search-all-resources.json': [
    machine('web-1', ALONE),
    machine('batch-1', SHARED),
    machine('batch-2', SHARED),
    ...[DEPLOYER, ALONE, SHARED].map((email) => ({
      name: `//iam.googleapis.com/projects/demo-web/serviceAccounts/${email}`,
      assetType: 'iam.googleapis.com/ServiceAccount',
      ...PROJECT,
    })),
  ],
};

const entry = (permission: string, authenticationInfo: object, code = 0): object => ({
  insertId: permission,
  timestamp: '2026-01-02T03:04:05Z',
  resource: { type: 'project', labels: { project_id: 'demo-web' } },
  protoPayload: {
    '@type': 'type.googleapis.com/google.cloud.audit.AuditLog',
    serviceName: 'compute.googleapis.com',
    methodName: permission,
    resourceName: 'projects/demo-web',
    authenticationInfo,
    authorizationInfo: [{ permission, granted: code === 0, resource: 'projects/demo-web' }],
    requestMetadata: { callerIp: '198.51.100.7', callerSuppliedUserAgent: 'gcloud' },
    status: code === 0 ? {} : { code },
  },
});
const delegates = (...emails: (string | undefined)[]): object => ({
  serviceAccountDelegationInfo: emails.map((principalEmail) => ({
    firstPartyPrincipal: { principalEmail },
    principalSubject: `${principalEmail?.endsWith('.gserviceaccount.com') ? 'serviceAccount' : 'user'}:${principalEmail}`,
  })),
});

export const GCP_LOG: readonly LabelledRecord[] = [
  { says: 'a user who acts itself', actor: 'ana@example.com', record: entry('compute.instances.list', { principalEmail: 'Ana@example.com' }) },
  { says: 'a user of a workforce pool, by the subject', actor: SUBJECT, record: entry('compute.disks.list', { principalSubject: SUBJECT }) },
  {
    says: 'an account that a user impersonates',
    actor: `serviceAccount:${DEPLOYER}`,
    startedBy: ['ana@example.com'],
    person: 'ana@example.com',
    record: entry('compute.instances.start', { principalEmail: DEPLOYER, ...delegates('ana@example.com') }),
  },
  {
    says: 'a chain of accounts, whose use all starters share',
    actor: `serviceAccount:${DEPLOYER}`,
    startedBy: ['ana@example.com', ALONE ?? ''],
    person: 'ana@example.com',
    record: entry('compute.instances.stop', { principalEmail: DEPLOYER, ...delegates('ana@example.com', ALONE) }),
  },
  {
    says: 'an account that a user of a workforce pool impersonates',
    actor: `serviceAccount:${DEPLOYER}`,
    startedBy: [SUBJECT],
    record: entry('compute.instances.reset', { principalEmail: DEPLOYER, serviceAccountDelegationInfo: [{ principalSubject: SUBJECT }] }),
  },
  {
    says: 'an account with a key, which anybody may hold',
    actor: `serviceAccount:${DEPLOYER}`,
    startedBy: [''],
    record: entry('compute.instances.delete', {
      principalEmail: DEPLOYER,
      serviceAccountKeyName: `//iam.googleapis.com/projects/demo-web/serviceAccounts/${DEPLOYER}/keys/1`,
    }),
  },
  {
    says: 'the account of one machine',
    actor: `serviceAccount:${ALONE}`,
    startedBy: [`${ZONE}/web-1`],
    record: entry('storage.objects.get', { principalEmail: ALONE }),
  },
  {
    says: 'an account that two machines share, of which the log names neither',
    actor: `serviceAccount:${SHARED}`,
    startedBy: [''],
    record: entry('storage.objects.list', { principalEmail: SHARED }),
  },
  {
    says: 'an account with which something acts that the inventory lacks, and no user',
    actor: `serviceAccount:${DEPLOYER}`,
    startedBy: [`workload of ${DEPLOYER}`],
    record: entry('storage.objects.create', { principalEmail: DEPLOYER }),
  },
  {
    says: 'a refused call, which is no use',
    actor: `serviceAccount:${DEPLOYER}`,
    person: 'ana@example.com',
    record: entry('storage.objects.delete', { principalEmail: DEPLOYER, ...delegates('ana@example.com') }, 7),
  },
];
