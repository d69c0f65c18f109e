import type { SourceFacts } from '../../src/graph/engine/source-facts';
import { GcpBundleReader } from '../../src/graph/providers/gcp/read/read';
import type { Dice } from './differential';

const MANAGER = '//cloudresourcemanager.googleapis.com/';
const ACCOUNTS = {
  robot: 'robot@shop.iam.gserviceaccount.com',
  builder: 'builder@shop.iam.gserviceaccount.com',
  helper: 'helper@tools.iam.gserviceaccount.com',
} as const;
const NAME = (email: string): string => `//iam.googleapis.com/projects/${email.includes('@shop') ? 'shop' : 'tools'}/serviceAccounts/${email}`;

interface RandomResource {
  type: string;
  project: 'shop' | 'tools';
  permissions: string[];
  tags?: Record<string, string>;
}

const BUCKET = ['storage.buckets.get', 'storage.buckets.setIamPolicy', 'storage.objects.get', 'storage.objects.create'];
const ACCOUNT = ['iam.serviceAccounts.get', 'iam.serviceAccounts.getAccessToken', 'iam.serviceAccounts.signBlob', 'iam.serviceAccountKeys.create'];
const RESOURCES: Record<string, RandomResource> = {
  '//storage.googleapis.com/invoices': { type: 'storage.googleapis.com/Bucket', project: 'shop', permissions: BUCKET, tags: { '9/env': 'prod' } },
  '//storage.googleapis.com/logs': { type: 'storage.googleapis.com/Bucket', project: 'tools', permissions: BUCKET },
  '//secretmanager.googleapis.com/projects/111/secrets/key': {
    type: 'secretmanager.googleapis.com/Secret',
    project: 'shop',
    permissions: ['secretmanager.secrets.get', 'secretmanager.versions.access'],
    tags: { '9/env': 'test' },
  },
  ...Object.fromEntries(
    Object.values(ACCOUNTS).map((email) => [
      NAME(email),
      { type: 'iam.googleapis.com/ServiceAccount', project: email.includes('@shop') ? 'shop' : 'tools', permissions: ACCOUNT } as const,
    ]),
  ),
};
const ALL_PERMISSIONS = [...new Set(Object.values(RESOURCES).flatMap(({ permissions }) => permissions))];

const PEOPLE = { u1: 'ann@acme.example', u2: 'bob@b.example', u3: 'cid@acme.example' } as const;
const GROUPS = { g1: 'team@acme.example', g2: 'all@acme.example' } as const;

const COMMON = [
  ...Object.values(PEOPLE).map((email) => `user:${email}`),
  ...Object.values(GROUPS).map((email) => `group:${email}`),
  ...Object.values(ACCOUNTS).map((email) => `serviceAccount:${email}`),
  'domain:acme.example',
];
const MEMBERS = [
  ...COMMON,
  'allUsers',
  'allAuthenticatedUsers',
  'projectEditor:shop',
  'projectViewer:tools',
  'user:ANN@acme.example',
  'deleted:user:old@acme.example?uid=1',
  'principalSet://iam.googleapis.com/projects/111/locations/global/workloadIdentityPools/p/attribute.x/y',
  'principalSet://cloudresourcemanager.googleapis.com/projects/111/type/ServiceAccount',
];
const IDENTIFIERS = [
  'principal://goog/subject/ann@acme.example',
  'principal://goog/subject/bob@b.example',
  `principal://iam.googleapis.com/projects/-/serviceAccounts/${ACCOUNTS.robot}`,
  'principalSet://goog/group/team@acme.example',
  'principalSet://goog/group/all@acme.example',
  'principalSet://goog/public:all',
];
const CONDITIONS = [
  'resource.name.startsWith("projects/_/buckets/invoices")',
  'resource.name.startsWith("projects/_/buckets/invoices/objects/2024/")',
  'resource.name == "projects/_/buckets/invoices"',
  'request.time < timestamp("2090-01-01T00:00:00Z")',
  'request.time < timestamp("2020-01-01T00:00:00Z")',
  'timestamp("2020-01-01T00:00:00Z") <= request.time',
  'resource.name.endsWith("/logs") && request.time > timestamp("2020-01-01T00:00:00Z")',
  'resource.type == "storage.googleapis.com/Bucket" || resource.type == "iam.googleapis.com/ServiceAccount"',
  'resource.type in ["storage.googleapis.com/Object", "secretmanager.googleapis.com/Secret"]',
  "resource.matchTag('9/env', 'prod')",
  "!resource.hasTagKey('9/env')",
  'resource.service == "storage.googleapis.com" || request.host == "x"',
  '!(resource.service != "storage.googleapis.com") ? request.auth.claims["x"] == "y" : true',
  'request.time.getHours("Europe/Berlin") >= 9 && request.time.getHours("Europe/Berlin") < 17',
];
/** Conditions that proofs have no rule for. */
const UNCOVERED = ['resource.name.extract("buckets/{name}") == "invoices"', 'resource.name.matches("x")', 'this is no expression'];

const NODES = ['projects/shop', 'projects/tools', 'folders/1', 'folders/2', 'organizations/9'];
const full = (node: string): string => (node.startsWith('//') ? node : `${MANAGER}${node}`);

/** Two projects of one organization, each with a bundle of its own. The first one lists the directory. */
export interface RandomGoogle {
  roles: Record<string, string[]>;
  bindings: { resource: string; role: string; members: string[]; condition?: { expression: string } }[];
  denies: { node: string; rules: object[] }[];
  boundaries: { principalSet: string; eligible: string[] }[];
  memberships: [group: string, member: string, type: string][];
}

/** @param isCovered leaves out what proofs have no rule for */
export function randomGoogle({ chance, one, some, times }: Dice, isCovered: boolean): RandomGoogle {
  const roles: Record<string, string[]> = {
    'roles/editor': times(3, 6, () => one(ALL_PERMISSIONS)),
    'roles/viewer': times(2, 4, () => one(ALL_PERMISSIONS)),
    'roles/iam.serviceAccountTokenCreator': ['iam.serviceAccounts.getAccessToken', 'iam.serviceAccounts.signBlob'],
    'organizations/9/roles/a': times(1, 3, () => one(ALL_PERMISSIONS)),
    'projects/shop/roles/b': times(1, 3, () => one(ALL_PERMISSIONS)),
  };
  const condition = (): string => (isCovered || chance(0.8) ? one(CONDITIONS) : one(UNCOVERED));
  const under = (of: number): { expression: string } | undefined => (chance(of) ? { expression: condition() } : undefined);
  const names = [...Object.keys(roles), ...(isCovered ? [] : ['roles/undefined'])];
  const rule = (): object => ({
    deniedPrincipals: some(IDENTIFIERS),
    exceptionPrincipals: chance(0.3) ? some(IDENTIFIERS) : [],
    deniedPermissions: chance(0.2)
      ? ['storage.googleapis.com/*.*', 'iam.googleapis.com/serviceAccounts.*']
      : some(ALL_PERMISSIONS).map((name) => name.replace('.', '.googleapis.com/')),
    exceptionPermissions: chance(0.2) ? some(ALL_PERMISSIONS).map((name) => name.replace('.', '.googleapis.com/')) : [],
    denialCondition: under(0.4),
  });
  const basic = (role: string): boolean => role === 'roles/editor' || role === 'roles/viewer';
  return {
    roles,
    bindings: times(4, 12, () => {
      const role = one(names);
      const resource = one([...NODES, ...Object.keys(RESOURCES), ...Object.values(ACCOUNTS).map(NAME)]);
      return { resource, role, members: chance(0.85) ? some(COMMON) : some(MEMBERS), condition: basic(role) && isCovered ? undefined : under(0.7) };
    }),
    denies: times(0, 2, () => ({ node: one(NODES), rules: times(1, 2, () => (chance(0.5) ? { denyRule: rule() } : rule())) })),
    boundaries: chance(0.15)
      ? times(1, 2, () => ({
          principalSet: one([
            `${MANAGER}organizations/9`,
            `${MANAGER}projects/111`,
            `${MANAGER}folders/2`,
            '//iam.googleapis.com/locations/global/workspace/C01',
          ]),
          eligible: some(NODES),
        }))
      : [],
    memberships: [
      ...(chance(0.6) ? [['g1', 'u1', 'USER'] as [string, string, string]] : []),
      ...(chance(0.4) ? [['g2', 'u2', 'USER'] as [string, string, string]] : []),
      ...(chance(0.5) ? [['g2', 'g1', 'GROUP'] as [string, string, string]] : []),
    ],
  };
}

/** Returns the facts of both projects as imports give them. */
export function googleFacts(world: RandomGoogle): [shop: SourceFacts, tools: SourceFacts] {
  return [bundleOf(world, 'shop'), bundleOf(world, 'tools')];
}

function bundleOf({ roles, bindings, denies, boundaries, memberships }: RandomGoogle, project: 'shop' | 'tools'): SourceFacts {
  const reader = new GcpBundleReader();
  const add = (name: string, value: unknown): void =>
    reader.add({ name: `${name}.json`, content: Buffer.from(JSON.stringify(value)), problem: null });
  const isHere = (node: string): boolean => {
    if (node.startsWith('projects/')) return node === `projects/${project}`;
    return RESOURCES[node] ? RESOURCES[node].project === project : project === 'shop' || node !== 'folders/2';
  };
  const number = project === 'shop' ? '111' : '222';
  add('projects', [{ projectId: project, projectNumber: number, parent: project === 'shop' ? 'folders/2' : 'folders/1' }]);
  add('folders', [
    { name: 'folders/2', displayName: 'Shops', parent: 'folders/1' },
    { name: 'folders/1', displayName: 'All', parent: 'organizations/9' },
  ]);
  const own = Object.entries(RESOURCES).filter(([, resource]) => resource.project === project);
  add(
    'search-all-resources',
    own.map(([name, { type, tags }]) => {
      const listed = Object.entries(tags ?? {}).map(([tagKey, tagValue]) => ({ tagKey, tagValue: `${tagKey}/${tagValue}` }));
      const email = Object.values(ACCOUNTS).find((address) => NAME(address) === name);
      return {
        name,
        assetType: type,
        project: `projects/${number}`,
        effectiveTags: [{ effectiveTags: listed }],
        ...(email ? { additionalAttributes: { email } } : {}),
      };
    }),
  );
  add('roles', Object.entries(roles).map(([name, includedPermissions]) => ({ name, title: name, includedPermissions }))); // prettier-ignore
  add(
    'search-all-iam-policies',
    bindings
      .filter(({ resource }) => isHere(resource))
      .map(({ resource, ...binding }) => ({ resource: full(resource), policy: { bindings: [binding] } })),
  );
  add(
    'deny-policies',
    denies
      .filter(({ node }) => isHere(node))
      .map(({ node, rules }, index) => ({ name: `policies/${encodeURIComponent(full(node).slice(2))}/denypolicies/${index}`, rules })),
  );
  const policyName = (index: number): string => `organizations/9/locations/global/principalAccessBoundaryPolicies/${index}`;
  const numbered = (node: string): string => ({ 'projects/shop': 'projects/111', 'projects/tools': 'projects/222' })[node] ?? node;
  add(
    'principal-access-boundary-policies',
    boundaries.map(({ eligible }, index) => ({
      name: policyName(index),
      details: { rules: [{ effect: 'ALLOW', resources: eligible.map((node) => `${MANAGER}${numbered(node)}`) }] },
    })),
  );
  add(
    'policy-bindings',
    boundaries.map(({ principalSet }, index) => ({
      name: `organizations/9/locations/global/policyBindings/${index}`,
      target: { principalSet },
      policyKind: 'PRINCIPAL_ACCESS_BOUNDARY',
      policy: policyName(index),
    })),
  );
  if (project === 'shop') {
    add(
      'directory-users',
      Object.entries(PEOPLE).map(([id, primaryEmail]) => ({ kind: 'admin#directory#user', id, primaryEmail })),
    );
    add(
      'directory-groups',
      Object.entries(GROUPS).map(([id, email]) => ({ kind: 'admin#directory#group', id, email, name: id })),
    );
    add(
      'directory-members',
      memberships.map(([groupId, id, type]) => ({ kind: 'admin#directory#member', groupId, id, type, email: `${id}@acme.example` })),
    );
  }
  return reader.result().normalise('acme', project, new Date('2026-11-01T12:00:00Z'));
}
