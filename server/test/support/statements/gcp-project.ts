export const PROJECT = 'harbour-web';
const MANAGER = '//cloudresourcemanager.googleapis.com';
const IN_PROJECT = { project: 'projects/111', folders: ['folders/10'], organization: 'organizations/1' };
const robot = (name: string): string => `${name}@${PROJECT}.iam.gserviceaccount.com`;
const accountOf = (name: string): string => `//iam.googleapis.com/projects/${PROJECT}/serviceAccounts/${robot(name)}`;
const bucket = (name: string): string => `//storage.googleapis.com/${name}`;

const ROLES: Readonly<Record<string, string[]>> = {
  'roles/storage.objectViewer': ['storage.objects.get', 'storage.objects.list'],
  'roles/storage.objectCreator': ['storage.objects.create'],
  'roles/storage.objectAdmin': ['storage.objects.get', 'storage.objects.list', 'storage.objects.create', 'storage.objects.delete'],
  'roles/storage.admin': [
    'storage.buckets.get',
    'storage.buckets.update',
    'storage.buckets.setIamPolicy',
    'storage.objects.get',
    'storage.objects.create',
  ],
  'roles/iam.serviceAccountTokenCreator': ['iam.serviceAccounts.getAccessToken', 'iam.serviceAccounts.signBlob'],
  'roles/iam.serviceAccountViewer': ['iam.serviceAccounts.get', 'iam.serviceAccounts.list'],
  'roles/secretmanager.secretAccessor': ['secretmanager.versions.access'],
  'roles/viewer': ['storage.buckets.get', 'storage.buckets.list', 'resourcemanager.projects.get'],
  [`projects/${PROJECT}/roles/bucketKeeper`]: ['storage.buckets.get', 'storage.buckets.update'],
};

const POOL = 'iam.googleapis.com/projects/111/locations/global/workloadIdentityPools/ci';
export const BUILD = `principal://${POOL}/subject/build`;
export const BLOCKED_BUILD = `principal://${POOL}/subject/blocked`;
const FOREIGN_POOL = 'iam.googleapis.com/projects/222/locations/global/workloadIdentityPools/outside';
export const OUTSIDE = `principal://${FOREIGN_POOL}/subject/build`;
export const APP = `principalSet://${POOL}/attribute.repository/acme/app`;
export const DOCS = `principalSet://${POOL}/attribute.repository/acme/docs`;
const CLUSTERS = `iam.googleapis.com/projects/111/locations/global/workloadIdentityPools/${PROJECT}.svc.id.goog`;
export const POD = `principal://${CLUSTERS}/subject/ns/prod/sa/api`;

type Binding = { role: string; members: string[]; condition?: { expression: string } };
const user = (name: string): string => `user:${name}@harbour.example`;
const to = (role: string, ...members: string[]): Binding => ({ role: role.includes('/') ? role : `roles/${role}`, members });
const viewer = (...members: string[]): Binding => to('storage.objectViewer', ...members);
const when = (expression: string, binding: Binding): Binding => ({ ...binding, condition: { expression } });
const policy = (resource: string, ...bindings: Binding[]): object => ({ resource, policy: { bindings } });

const denyPolicy = (name: string, node: string, denyRule: object): object => ({
  name: `policies/cloudresourcemanager.googleapis.com%2F${node.replace('/', '%2F')}/denypolicies/${name}`,
  rules: [{ denyRule }],
});
const subject = (name: string): string => `principal://goog/subject/${name}@harbour.example`;

const member = (id: string, email: string, type = 'USER') => ({ kind: 'admin#directory#member', id, email, type, role: 'MEMBER', status: 'ACTIVE' });
const group = (id: string, email: string) => ({ kind: 'admin#directory#group', id, email, name: email.split('@')[0], description: '' });

/** The project, below the folder 10 of the organization 1, with one binding for each person. */
export const GCP_FILES: Readonly<Record<string, unknown>> = {
  'projects.json': [{ projectId: PROJECT, projectNumber: '111', name: PROJECT, parent: { type: 'folder', id: '10' } }],
  'folders.json': [{ name: 'folders/10', displayName: 'Shops', parent: 'organizations/1' }],
  'search-all-resources.json': [
    ...['invoices', 'website', 'archive', 'signed-in', 'company'].map((name) => ({
      name: bucket(name),
      assetType: 'storage.googleapis.com/Bucket',
      displayName: name,
      location: 'eu',
      ...IN_PROJECT,
    })),
    ...['deploy', 'idle'].map((name) => ({
      name: accountOf(name),
      assetType: 'iam.googleapis.com/ServiceAccount',
      displayName: robot(name),
      ...IN_PROJECT,
    })),
    {
      name: `//secretmanager.googleapis.com/projects/111/secrets/token`,
      assetType: 'secretmanager.googleapis.com/Secret',
      displayName: 'token',
      ...IN_PROJECT,
    },
  ],
  'roles.json': Object.entries(ROLES).map(([name, includedPermissions]) => ({ name, title: name, includedPermissions })),
  'search-all-iam-policies.json': [
    policy(`${MANAGER}/organizations/1`, viewer(user('otto'))),
    policy(`${MANAGER}/folders/10`, viewer(user('fred'))),
    policy(`${MANAGER}/folders/99`, viewer(user('far'))),
    policy(
      `${MANAGER}/projects/${PROJECT}`,
      viewer(user('pia'), user('denied'), user('spared'), user('maybe'), 'group:readers@harbour.example'),
      to('viewer', user('basic')),
      to('storage.objectAdmin', user('adam'), user('no-delete')),
      to('storage.admin', user('sara')),
      to('secretmanager.secretAccessor', user('seth')),
      to(`projects/${PROJECT}/roles/bucketKeeper`, user('kent')),
      when('request.time < timestamp("2020-01-01T00:00:00Z")', viewer(user('expired'))),
      when('request.time < timestamp("2999-01-01T00:00:00Z")', viewer(user('until'))),
      when('request.time > timestamp("2020-01-01T00:00:00Z")', viewer(user('since'))),
      when('resource.name.startsWith("projects/_/buckets/invoices")', viewer(user('prefix'))),
      when('resource.name.startsWith("projects/_/buckets/invoices/objects/2024/")', viewer(user('inside'))),
      when('resource.type == "compute.googleapis.com/Instance"', viewer(user('machines'))),
      when('resource.service == "storage.googleapis.com"', viewer(user('service'))),
      when('resource.matchTag("1/env", "prod")', viewer(user('tagged'))),
    ),
    policy(
      bucket('invoices'),
      viewer(user('Ina')),
      to('storage.objectCreator', user('cleo'), `serviceAccount:${robot('deploy')}`, OUTSIDE, BUILD, POD),
      to('storage.objectCreator', 'projectViewer:harbour-web'),
    ),
    policy(bucket('website'), viewer('allUsers')),
    policy(bucket('signed-in'), viewer('allAuthenticatedUsers')),
    policy(
      bucket('archive'),
      viewer(
        `principalSet://${POOL}/*`,
        `principalSet://${CLUSTERS}/namespace/prod`,
        'principalSet://cloudresourcemanager.googleapis.com/projects/111/type/ServiceAccount',
      ),
    ),
    policy(bucket('signed-in'), to('storage.objectCreator', BUILD, BLOCKED_BUILD, APP)),
    policy(bucket('company'), viewer('domain:harbour.example')),
    policy(
      accountOf('deploy'),
      to('iam.serviceAccountTokenCreator', user('tina'), user('barred')),
      to('iam.serviceAccountViewer', user('vince'), DOCS),
    ),
  ],
  'deny-policies.json': [
    denyPolicy('reading', 'organizations/1', {
      deniedPrincipals: [subject('denied'), subject('spared')],
      exceptionPrincipals: [subject('spared')],
      deniedPermissions: ['storage.googleapis.com/objects.get', 'storage.googleapis.com/objects.list'],
    }),
    denyPolicy('tagged', 'organizations/1', {
      deniedPrincipals: [subject('maybe')],
      deniedPermissions: ['storage.googleapis.com/objects.get', 'storage.googleapis.com/objects.list'],
      denialCondition: { expression: "resource.matchTag('1/env', 'prod')" },
    }),
    denyPolicy('deleting', 'projects/111', {
      deniedPrincipals: [subject('no-delete')],
      deniedPermissions: ['storage.googleapis.com/objects.delete'],
    }),
    denyPolicy('pool', 'projects/111', {
      deniedPrincipals: [BLOCKED_BUILD],
      deniedPermissions: ['storage.googleapis.com/objects.get', 'storage.googleapis.com/objects.list'],
    }),
    denyPolicy('pool-creates', 'projects/111', {
      deniedPrincipals: [`principalSet://${POOL}/*`],
      exceptionPrincipals: [BUILD],
      deniedPermissions: ['storage.googleapis.com/objects.create'],
    }),
    denyPolicy('actor', 'projects/111', {
      deniedPrincipals: [`principalSet://${POOL}/attribute.actor/ann`],
      deniedPermissions: ['iam.googleapis.com/serviceAccounts.get', 'iam.googleapis.com/serviceAccounts.list'],
    }),
    denyPolicy('tokens', 'projects/111', {
      deniedPrincipals: [subject('barred')],
      deniedPermissions: ['iam.googleapis.com/serviceAccounts.getAccessToken', 'iam.googleapis.com/serviceAccounts.signBlob'],
    }),
  ],
  'principal-access-boundary-policies.json': [
    {
      name: 'organizations/1/locations/global/principalAccessBoundaryPolicies/shops',
      displayName: 'Shops only',
      details: { enforcementVersion: '1', rules: [{ effect: 'ALLOW', resources: ['//cloudresourcemanager.googleapis.com/folders/77'] }] },
    },
    {
      name: 'organizations/1/locations/global/principalAccessBoundaryPolicies/project',
      displayName: 'This project only',
      details: { enforcementVersion: '1', rules: [{ effect: 'ALLOW', resources: ['//cloudresourcemanager.googleapis.com/projects/111'] }] },
    },
  ],
  'policy-bindings.json': [
    {
      name: 'projects/111/locations/global/policyBindings/pool',
      target: { principalSet: `//${FOREIGN_POOL}` },
      policyKind: 'PRINCIPAL_ACCESS_BOUNDARY',
      policy: 'organizations/1/locations/global/principalAccessBoundaryPolicies/shops',
    },
    {
      name: 'projects/111/locations/global/policyBindings/own',
      target: { principalSet: '//cloudresourcemanager.googleapis.com/projects/111' },
      policyKind: 'PRINCIPAL_ACCESS_BOUNDARY',
      policy: 'organizations/1/locations/global/principalAccessBoundaryPolicies/project',
    },
  ],
  'directory-users.json': [
    { kind: 'admin#directory#user', id: '100', primaryEmail: 'rob@harbour.example', name: { fullName: 'Rob' }, customerId: 'C0harbour' },
  ],
  'directory-groups.json': [group('01readers', 'readers@harbour.example'), group('02juniors', 'juniors@harbour.example')],
  '01readers/directory-members.json': [member('02juniors', 'juniors@harbour.example', 'GROUP')],
  '02juniors/directory-members.json': [member('100', 'rob@harbour.example')],
};
