import { GcpBundleReader } from '../read/read';
import { Catalogue } from '../../../engine/catalogue/catalogue';
import type { Evaluation, Holder } from '../../../engine/evaluation';
import type { SourceFacts } from '../../../engine/source-facts';
import { evaluateGcp } from './evaluate';

const NODE = '//cloudresourcemanager.googleapis.com';
const IN_PROJECT = { project: 'projects/111', folders: ['folders/10'], organization: 'organizations/1' };
const MACHINE = '//compute.googleapis.com/projects/demo-web/zones/europe-west1-b/instances/web-1';
const BUCKET = '//storage.googleapis.com/demo-invoices';
const NOW = new Date('2026-06-30T12:00:00Z');
const ROBOT = 'robot@demo-web.iam.gserviceaccount.com';

const PROJECTS = [{ projectId: 'demo-web', projectNumber: '111', name: 'Web shop', parent: { type: 'folder', id: '10' } }];
const FOLDERS = [{ name: 'folders/10', displayName: 'Shops', parent: 'organizations/1' }];
const RESOURCES = [
  {
    name: MACHINE,
    assetType: 'compute.googleapis.com/Instance',
    displayName: 'web-1',
    location: 'europe-west1-b',
    labels: { env: 'prod' },
    ...IN_PROJECT,
    versionedResources: [
      {
        resource: {
          networkInterfaces: [
            {
              network: 'https://www.googleapis.com/compute/v1/projects/demo-web/global/networks/main',
              networkIP: '10.0.0.2',
              accessConfigs: [{ natIP: '34.1.2.3' }],
            },
          ],
          serviceAccounts: [{ email: ROBOT }],
        },
      },
    ],
  },
  { name: '//compute.googleapis.com/projects/demo-web/global/networks/main', assetType: 'compute.googleapis.com/Network', ...IN_PROJECT },
  {
    name: '//compute.googleapis.com/projects/demo-web/global/firewalls/ssh',
    assetType: 'compute.googleapis.com/Firewall',
    ...IN_PROJECT,
    versionedResources: [
      {
        resource: {
          network: 'projects/demo-web/global/networks/main',
          direction: 'INGRESS',
          sourceRanges: ['0.0.0.0/0'],
          allowed: [{ IPProtocol: 'tcp', ports: ['22'] }],
        },
      },
    ],
  },
  { name: BUCKET, assetType: 'storage.googleapis.com/Bucket', location: 'eu', ...IN_PROJECT },
  { name: `//iam.googleapis.com/projects/demo-web/serviceAccounts/${ROBOT}`, assetType: 'iam.googleapis.com/ServiceAccount', ...IN_PROJECT },
];
const ROLES = [
  { name: 'roles/storage.objectViewer', title: 'Storage Object Viewer', includedPermissions: ['storage.objects.get', 'storage.objects.list'] },
  {
    name: 'roles/storage.admin',
    title: 'Storage Admin',
    includedPermissions: ['storage.buckets.get', 'storage.buckets.setIamPolicy', 'storage.objects.get'],
  },
  { name: 'roles/iam.serviceAccountTokenCreator', title: 'Token Creator', includedPermissions: ['iam.serviceAccounts.getAccessToken'] },
];

const policy = (resource: string, ...bindings: object[]): object => ({ resource, policy: { bindings } });
const viewer = (...members: string[]): object => ({ role: 'roles/storage.objectViewer', members });

function read(files: Record<string, unknown>): SourceFacts {
  const reader = new GcpBundleReader();
  for (const [name, value] of Object.entries({ projects: PROJECTS, folders: FOLDERS, 'search-all-resources': RESOURCES, roles: ROLES, ...files })) {
    reader.add({ name: `${name}.json`, content: Buffer.from(JSON.stringify(value)), problem: null });
  }
  return reader.result().normalise('t', 'demo-web', NOW);
}

function evaluate(facts: SourceFacts, holders: Holder[] = ownHolders(facts)): Evaluation {
  const evaluation = evaluateGcp(facts, {
    tenantId: 't',
    catalogue: new Catalogue({ services: {} }),
    holders,
    organization: null,
    organizations: new Map(),
    federation: [],
    accounts: new Map(),
  });
  for (;;) {
    const step = evaluation.next();
    if (step.done) return step.value;
  }
}

function ownHolders({ entities }: SourceFacts): Holder[] {
  return entities.filter(({ isIdentity }) => isIdentity).map((principal) => ({ principal, refs: [principal.nativeId] }));
}

/** A principal's access to a resource as letters, capital where unconditional. */
function access(files: Record<string, unknown>, member: string, nativeId: string, holders?: Holder[]): string {
  const facts = read(files);
  const found = evaluate(facts, holders);
  const uriOf = (id: string): string =>
    [...facts.entities, ...found.externalPrincipals, ...(holders ?? []).map(({ principal }) => principal)].find((entity) => entity.nativeId === id)
      ?.uri ?? '';
  const [pclass, rclass] = [found.pclassOf.get(uriOf(member)), found.classOf.get(uriOf(nativeId))];
  const row = found.access.find(({ pclassId, classId }) => pclassId === pclass && classId === rclass);
  if (!row) return '';
  return [...'rwa'].map((letter, index) => ['', letter, letter.toUpperCase()][[row.read, row.write, row.admin][index] ?? 0]).join('');
}

describe('a GCP firewall rule', () => {
  it('is accessible from the external networks that it admits', () => {
    const firewall = RESOURCES[2] as { name: string; versionedResources: { resource: object }[] };
    const rules = { ...firewall.versionedResources[0]?.resource, sourceRanges: ['203.0.113.0/24', '10.0.0.0/8'] };
    const closed = { ...firewall, name: `${firewall.name}-2`, versionedResources: [{ resource: { ...rules, disabled: true } }] };
    const files = { 'search-all-resources': [...RESOURCES.slice(0, 2), { ...firewall, versionedResources: [{ resource: rules }] }, closed] };
    expect(access(files, '203.0.113.0/24', firewall.name)).toBe('R');
    expect(access(files, '203.0.113.0/24', closed.name)).toBe('');
    expect(evaluate(read(files)).externalPrincipals.map(({ type, name }) => `${type} ${name}`)).toEqual(['NETWORK_NODE 203.0.113.0/24 (ssh)']);
  });
});

describe('a GCP service account', () => {
  const key = (id: string, resource: object, account = ROBOT): object => ({
    name: `//iam.googleapis.com/projects/demo-web/serviceAccounts/${account}/keys/${id}`,
    assetType: 'iam.googleapis.com/ServiceAccountKey',
    ...IN_PROJECT,
    versionedResources: [{ resource }],
  });
  const ageOf = (...keys: object[]): unknown => {
    const facts = read({ 'search-all-resources': [...RESOURCES, ...keys] });
    return facts.entities.find(({ nativeId }) => nativeId === `serviceAccount:${ROBOT}`)?.attributes.keyage;
  };

  it('has the age of its oldest active user-managed key', () => {
    const made = (validAfterTime: string, more: object = {}) => ({ keyType: 'USER_MANAGED', validAfterTime, ...more });
    expect(ageOf(key('a', made('2026-06-01T00:00:00Z')), key('b', made('2026-03-22T00:00:00Z')))).toBe(100);
    const old = '2020-01-01T00:00:00Z';
    expect(ageOf(key('a', { keyType: 'SYSTEM_MANAGED', validAfterTime: old }))).toBeUndefined();
    expect(ageOf(key('a', made(old, { disabled: true })), key('b', made(old, { validBeforeTime: '2021-01-01T00:00:00Z' })))).toBeUndefined();
    expect(ageOf(key('a', made(old), 'somebody-else@demo-web.iam.gserviceaccount.com'))).toBeUndefined();
  });

  it('is matched by its numeric id as well, and its key age by the creation time of the row', () => {
    const numbered = { ...RESOURCES[4], name: '//iam.googleapis.com/projects/demo-web/serviceAccounts/1234567', displayName: ROBOT };
    const { versionedResources: _none, ...row } = key('a', {}, '1234567') as Record<string, unknown>;
    const facts = read({ 'search-all-resources': [...RESOURCES.slice(0, 4), numbered, { ...row, createTime: '2026-06-20T00:00:00Z' }] });
    expect(facts.entities.find(({ type }) => type === 'SERVICE_ACCOUNT')?.attributes.keyage).toBe(10);
  });
});

describe('the evaluation of a GCP project', () => {
  it('inherits bindings of the organization, the folder and the project', () => {
    for (const place of [`${NODE}/organizations/1`, `${NODE}/folders/10`, `${NODE}/projects/demo-web`, `${NODE}/projects/111`, BUCKET]) {
      expect(access({ 'search-all-iam-policies': [policy(place, viewer('user:Ann@demo.example'))] }, 'user:ann@demo.example', BUCKET)).toBe('R');
    }
    expect(
      access({ 'search-all-iam-policies': [policy(`${NODE}/folders/99`, viewer('user:ann@demo.example'))] }, 'user:ann@demo.example', BUCKET),
    ).toBe('');
  });

  it('grants group bindings to members, and names the group in the path', () => {
    const person = {
      ...read({}).entities[0],
      uri: 't:IDP_OKTA:o:-:USER:ann',
      nativeId: 'okta-ann',
      type: 'USER',
      attributes: { email: 'Ann@demo.example' },
    } as Holder['principal'];
    const group = {
      ...person,
      uri: 't:IDP_OKTA:o:-:GROUP:eng',
      nativeId: 'okta-eng',
      type: 'GROUP',
      name: 'Engineering',
      attributes: { email: 'eng@demo.example' },
    };
    const holders = [
      { principal: person, refs: ['okta-ann', 'okta-eng', 'user:ann@demo.example', 'group:eng@demo.example', 'domain:demo.example'] },
      { principal: group, refs: ['okta-eng', 'group:eng@demo.example'] },
    ];
    const files = { 'search-all-iam-policies': [policy(BUCKET, viewer('group:eng@demo.example'))] };
    expect(access(files, 'okta-ann', BUCKET, holders)).toBe('R');
    const found = evaluate(read(files), holders);
    expect(
      found.access
        .flatMap(({ via }) => via)
        .map(({ holder_name: name }) => name)
        .sort(),
    ).toEqual(['', 'Engineering']);
    expect(found.externalPrincipals).toEqual([]);
    expect(access({ 'search-all-iam-policies': [policy(BUCKET, viewer('domain:demo.example'))] }, 'okta-ann', BUCKET, holders)).toBe('R');
  });

  it('applies deny rules before allow bindings, except to exception principals', () => {
    const files = (rule: object): Record<string, unknown> => ({
      'search-all-iam-policies': [policy(`${NODE}/projects/demo-web`, viewer('user:ann@demo.example'))],
      'deny-policies': [{ name: 'policies/cloudresourcemanager.googleapis.com%2Forganizations%2F1/denypolicies/no', rules: [{ denyRule: rule }] }],
    });
    const rule = {
      deniedPrincipals: ['principalSet://goog/public:all'],
      deniedPermissions: ['storage.googleapis.com/objects.get', 'storage.googleapis.com/objects.list'],
    };
    expect(access(files(rule), 'user:ann@demo.example', BUCKET)).toBe('');
    expect(access(files({ ...rule, exceptionPrincipals: ['principal://goog/subject/ann@demo.example'] }), 'user:ann@demo.example', BUCKET)).toBe('R');
    expect(access(files({ ...rule, denialCondition: { expression: "resource.matchTag('1/env', 'prod')" } }), 'user:ann@demo.example', BUCKET)).toBe(
      'r',
    );
  });

  it('evaluates conditions on the resource, and makes access conditional on undecidable ones', () => {
    const under = (expression: string): string =>
      access(
        { 'search-all-iam-policies': [policy(`${NODE}/projects/demo-web`, { ...viewer('user:ann@demo.example'), condition: { expression } })] },
        'user:ann@demo.example',
        BUCKET,
      );
    expect(under('resource.name.startsWith("projects/_/buckets/demo-invoices")')).toBe('R');
    expect(under('resource.name.startsWith("projects/_/buckets/demo-invoices/objects/2024/")')).toBe('r');
    expect(under('resource.name.startsWith("projects/_/buckets/other")')).toBe('');
    expect(under('request.time < timestamp("2030-01-01T00:00:00Z")')).toBe('r');
    expect(under('this is no expression (')).toBe('r');
  });

  it('resolves convenience members such as projectViewer', () => {
    const files = {
      'search-all-iam-policies': [
        policy(`${NODE}/projects/demo-web`, { role: 'roles/viewer', members: ['user:ann@demo.example'] }),
        policy(BUCKET, { role: 'roles/storage.admin', members: ['projectViewer:demo-web'] }),
      ],
    };
    expect(access(files, 'user:ann@demo.example', BUCKET)).toBe('RA');
  });

  it('grants public access through allUsers, and marks the bucket as public', () => {
    const facts = read({ 'search-all-iam-policies': [policy(BUCKET, viewer('allUsers'))] });
    const found = evaluate(facts);
    expect(found.externalPrincipals).toMatchObject([{ type: 'PUBLIC_NODE', nativeId: 'allUsers' }]);
    const bucket = facts.entities.find(({ nativeId }) => nativeId === BUCKET);
    expect(found.attributes.get(bucket?.uri ?? '')).toEqual({ public: true });
  });

  it('finds service account impersonation as an escalation, unless a deny rule blocks it', () => {
    const account = `//iam.googleapis.com/projects/demo-web/serviceAccounts/${ROBOT}`;
    const files = {
      'search-all-iam-policies': [policy(account, { role: 'roles/iam.serviceAccountTokenCreator', members: ['user:ann@demo.example'] })],
    };
    const found = evaluate(read(files));
    expect(found.steps).toMatchObject([{ parent: { name: ROBOT }, relation: 'may get access tokens for', conditions: [], group: null }]);
    expect([...found.attributes.values()].flatMap(({ escalations }) => escalations ?? [])).toMatchObject([
      { name: 'GetAccessToken', conditional: false },
    ]);
    const rule = {
      deniedPrincipals: ['principal://goog/subject/ann@demo.example'],
      deniedPermissions: ['iam.googleapis.com/serviceAccounts.getAccessToken'],
    };
    const denied = {
      ...files,
      'deny-policies': [{ name: 'policies/cloudresourcemanager.googleapis.com%2Fprojects%2F111/denypolicies/no', rules: [{ denyRule: rule }] }],
    };
    expect(evaluate(read(denied))).toMatchObject({ steps: [], access: [] });
  });
});

describe('the normalisation of a GCP project', () => {
  it('gives an instance its region, firewall, addresses and service account', () => {
    const { entities, relations } = read({});
    const machine = entities.find(({ nativeId }) => nativeId === MACHINE);
    expect(machine).toMatchObject({
      type: 'INSTANCE',
      region: 'europe-west1',
      accountId: 'demo-web',
      attributes: { 'tag.env': 'prod', networkip: '10.0.0.2', publicip: '34.1.2.3', public: true },
    });
    const from = relations.filter(({ child }) => child.nativeId === MACHINE).map(({ kind, parent }) => `${kind} ${parent.nativeId}`);
    expect(from.sort()).toEqual([
      'contains projects/demo-web',
      'guarded_by //compute.googleapis.com/projects/demo-web/global/firewalls/ssh',
      `runs_as serviceAccount:${ROBOT}`,
    ]);
    expect(
      relations
        .filter(({ kind, child }) => kind === 'contains' && /^(?:projects|folders)\//.test(child.nativeId))
        .map(({ child, parent }) => [child.nativeId, parent.nativeId]),
    ).toEqual([
      ['projects/demo-web', 'folders/10'],
      ['folders/10', 'organizations/1'],
    ]);
  });

  it('warns about an assigned role whose permissions are unknown', () => {
    const { warnings } = read({ 'search-all-iam-policies': [policy(BUCKET, { role: 'roles/unknown', members: ['user:ann@demo.example'] })] });
    expect(warnings).toMatchObject([{ file: 'search-all-iam-policies.json', place: '/0/policy/bindings/0/role' }]);
  });
});
