import { casesToTry, dice, type Dice } from '../../../../../test/support/differential';
import { Catalogue } from '../../../engine/catalogue/catalogue';
import type { Evaluation } from '../../../engine/evaluation';
import { kindOfGcpPermission } from '../compile/action-kinds';
import { GcpBundleReader } from '../read/read';
import { decideGcpCase } from '../simulate/simulate';
import { evaluateGcp } from './evaluate';

/**
 * Compares the class evaluator and the simulator with a slow evaluator of single identities of workload and workforce identity pools. The slow
 * evaluator follows the pages of Google Cloud that its functions name. It draws up every identity that a pool may have: each subject, with each
 * selection of the groups and attributes that policies name, because only the provider of the pool knows which ones an identity has.
 */
const CASES = casesToTry(300, 20_000);

const GITHUB = 'iam.googleapis.com/projects/111/locations/global/workloadIdentityPools/github';
const CLUSTERS = 'iam.googleapis.com/projects/222/locations/global/workloadIdentityPools/tools.svc.id.goog';
const STAFF = 'iam.googleapis.com/locations/global/workforcePools/staff';
/** Pools with the subjects that policies name, one that they do not name, and the groups and attributes that they name. */
const POOLS: Readonly<Record<string, { subjects: string[]; unnamed: string[]; sets: string[] }>> = {
  [GITHUB]: {
    subjects: ['repo:acme/app:ref:refs/heads/main', 'repo:acme/site:ref:refs/heads/main'],
    unnamed: ['another'],
    sets: ['attribute.repository/acme/app', 'attribute.actor/ann'],
  },
  [CLUSTERS]: {
    subjects: ['ns/prod/sa/api', 'ns/test/sa/api'],
    unnamed: ['ns/prod/sa/another', 'ns/test/sa/another', 'ns/third/sa/another'],
    sets: ['kubernetes.cluster/https://container.googleapis.com/v1/projects/tools/locations/europe-west1/clusters/main'],
  },
  [STAFF]: { subjects: ['ann@acme.example'], unnamed: ['another@acme.example'], sets: ['group/admins', 'attribute.department/finance'] },
};
const NAMESPACES = ['namespace/prod', 'namespace/test'].map((name) => `principalSet://${CLUSTERS}/${name}`);

/** A possible identity: its subject, and the sets that its provider puts it into. */
interface Identity {
  subject: string;
  sets: readonly string[];
}
const ofPool = (pool: string, names: readonly string[]): string[] => names.map((name) => `principalSet://${pool}/${name}`);
const subjectIn = (pool: string, name: string): string => `principal://${pool}/subject/${name}`;
const selections = (names: readonly string[]): string[][] =>
  names.reduce<string[][]>((found, name) => found.flatMap((one) => [one, [...one, name]]), [[]]);
const identitiesIn = (pool: string): (Identity & { isNamed: boolean })[] => {
  const { subjects = [], unnamed = [], sets = [] } = POOLS[pool] ?? {};
  return [...subjects, ...unnamed].flatMap((name) =>
    selections(ofPool(pool, sets)).map((chosen) => ({ subject: subjectIn(pool, name), sets: chosen, isNamed: subjects.includes(name) })),
  );
};
const PEOPLE = new Map(Object.keys(POOLS).map((pool) => [pool, identitiesIn(pool)]));

const MEMBERS = [
  ...Object.entries(POOLS).flatMap(([pool, { subjects, sets }]) => [
    ...subjects.map((name) => subjectIn(pool, name)),
    ...ofPool(pool, [...sets, '*']),
  ]),
  ...NAMESPACES,
];
const ANYONE = [...MEMBERS, 'allUsers', 'allAuthenticatedUsers', 'user:ann@acme.example', 'projectEditor:shop'];
/** Deny policies name everyone in their own way, and know no basic roles. */
const DENIABLE = [...MEMBERS, 'principalSet://goog/public:all'];

const BUCKETS: Readonly<Record<string, string>> = {
  '//storage.googleapis.com/invoices': 'projects/shop',
  '//storage.googleapis.com/logs': 'projects/tools',
};
const PARENTS: Readonly<Record<string, string>> = {
  ...BUCKETS,
  'projects/shop': 'folders/2',
  'projects/tools': 'folders/1',
  'folders/2': 'folders/1',
  'folders/1': 'organizations/9',
};
const NODES = [...Object.keys(PARENTS), 'organizations/9'];
const MANAGER = '//cloudresourcemanager.googleapis.com/';
const NUMBERS: Readonly<Record<string, string>> = { 'projects/shop': 'projects/111', 'projects/tools': 'projects/222' };
const BOUND = [
  ...['organizations/9', 'folders/1', 'folders/2', 'projects/111', 'projects/222'].map((node) => `${MANAGER}${node}`),
  ...Object.keys(POOLS).map((pool) => `//${pool}`),
  '//iam.googleapis.com/locations/global/workspace/C01',
];
const PERMISSIONS = 'storage.buckets.get storage.buckets.update storage.buckets.setIamPolicy storage.objects.get storage.objects.create'.split(' ');
/** A time to come: whether it has come is unknown to the graph. */
const LATER = { expression: 'request.time < timestamp("2999-01-01T00:00:00Z")' };

interface World {
  roles: Record<string, string[]>;
  bindings: { resource: string; role: string; members: string[]; condition?: { expression: string } }[];
  denies: {
    attached_to: string;
    rules: { deniedPrincipals: string[]; exceptionPrincipals: string[]; deniedPermissions: string[]; denialCondition?: { expression: string } }[];
  }[];
  boundaries: { principalSet: string; eligible: string[] }[];
}

const asDenied = (permission: string): string => permission.replace('.', '.googleapis.com/');

function randomWorld({ chance, some, one, times }: Dice): World {
  const roles = { 'roles/editor': times(2, 4, () => one(PERMISSIONS)), 'organizations/9/roles/a': times(1, 3, () => one(PERMISSIONS)) };
  const under = (of: number): { condition?: typeof LATER } => (chance(of) ? { condition: LATER } : {});
  const rule = () => ({
    deniedPrincipals: some(DENIABLE),
    exceptionPrincipals: chance(0.4) ? some(DENIABLE) : [],
    deniedPermissions: some(PERMISSIONS).map(asDenied),
    ...(chance(0.2) ? { denialCondition: LATER } : {}),
  });
  const nodes = NODES.filter((node) => !node.startsWith('//'));
  return {
    roles,
    bindings: times(1, 5, () => ({ resource: one(NODES), role: one(Object.keys(roles)), members: some(ANYONE), ...under(0.2) })),
    denies: times(0, 2, () => ({ attached_to: one(nodes), rules: times(1, 2, rule) })),
    boundaries: chance(0.5) ? times(1, 2, () => ({ principalSet: one(BOUND), eligible: some(nodes) })) : [],
  };
}

/** 0 no, 1 for some or under conditions, 2 yes. */
type Truth = 0 | 1 | 2;
const liesIn = (place: string, outer: string): boolean => place === outer || (PARENTS[place] !== undefined && liesIn(PARENTS[place], outer));
const poolOf = (member: string): string => Object.keys(POOLS).find((pool) => member.includes(`://${pool}/`)) ?? '';

/**
 * Reports whether an identity belongs to a principal of a policy. allUsers includes identities of pools, and allAuthenticatedUsers does not.
 * @see https://cloud.google.com/iam/docs/principals-overview
 * @see https://cloud.google.com/iam/docs/principal-identifiers
 * @see https://cloud.google.com/kubernetes-engine/docs/how-to/workload-identity#principal-id-examples
 */
function belongs({ subject, sets }: Identity, member: string, world: World): boolean {
  if (member === 'allUsers' || member === 'principalSet://goog/public:all' || member === subject || sets.includes(member)) return true;
  if (member === `principalSet://${poolOf(subject)}/*`) return true;
  const namespace = /\/subject\/ns\/(.+)\/sa\//.exec(subject)?.[1];
  if (member === `principalSet://${CLUSTERS}/namespace/${namespace}`) return true;
  if (member !== 'projectEditor:shop') return false;
  const editing = world.bindings.filter(({ resource, role }) => resource === 'projects/shop' && role === 'roles/editor');
  return editing.some(({ members }) => members.some((name) => name !== member && belongs({ subject, sets }, name, world)));
}

/** Returns the identities that a principal of a policy stands for. A set stands for those that no policy names as single identities. */
function peopleOf(member: string, world: World): readonly Identity[] {
  const all = PEOPLE.get(poolOf(member)) ?? [];
  return member.startsWith('principal://')
    ? all.filter(({ subject }) => subject === member)
    : all.filter((one) => !one.isNamed && belongs(one, member, world));
}

/** Returns how many of the identities something holds for: 2 all, 1 some, 0 none. */
function share(people: readonly Identity[], holds: (identity: Identity) => boolean): Truth {
  const held = people.filter(holds).length;
  return held === 0 ? 0 : held === people.length ? 2 : 1;
}

/** @see https://cloud.google.com/iam/docs/deny-overview */
function denial(world: World, people: readonly Identity[], bucket: string, permission: string): Truth {
  const rules = world.denies.flatMap(({ attached_to: node, rules: own }) => (liesIn(bucket, node) ? own : []));
  const truths = rules
    .filter(({ deniedPermissions }) => deniedPermissions.includes(asDenied(permission)))
    .map(({ deniedPrincipals, exceptionPrincipals, denialCondition }) => {
      const named = (identity: Identity, list: string[]): boolean => list.some((member) => belongs(identity, member, world));
      const concerned = share(people, (identity) => named(identity, deniedPrincipals) && !named(identity, exceptionPrincipals));
      return denialCondition ? Math.min(concerned, 1) : concerned;
    });
  return Math.max(0, ...truths) as Truth;
}

/**
 * Returns what some identities have in common. Each rule counts by itself: two rules that together deny all of them leave the access conditional.
 * @see https://cloud.google.com/iam/docs/policy-types
 */
function judge(world: World, people: readonly Identity[], bucket: string, permission: string): Truth {
  const denied = denial(world, people, bucket, permission);
  if (denied === 2) return 0;
  const granting = world.bindings.filter(
    ({ resource, role, members }) =>
      liesIn(bucket, resource) &&
      world.roles[role]?.includes(permission) &&
      share(people, (identity) => members.some((member) => belongs(identity, member, world))) === 2,
  );
  const allowed = Math.max(0, ...granting.map(({ condition }) => (condition ? 1 : 2)));
  return Math.min(allowed, 2 - denied) as Truth;
}

/**
 * Reports whether the principal set of a boundary may contain a pool. Sets of projects, folders and the organization contain the workload identity
 * pools of their projects. An organization's set contains its workforce pools, and no file names the organization of a workforce pool.
 * @see https://cloud.google.com/iam/docs/principal-access-boundary-policies#pabs-in-principal-sets
 */
function isBound(pool: string, principalSet: string): boolean {
  if (principalSet === `//${pool}`) return true;
  if (pool === STAFF) return principalSet === `${MANAGER}organizations/9`;
  const project = pool === GITHUB ? 'projects/shop' : 'projects/tools';
  return NODES.some((node) => liesIn(project, node) && principalSet === `${MANAGER}${NUMBERS[node] ?? node}`);
}

/** Boundaries block only some permissions, so access outside all that may apply is conditional. One that makes the resource eligible suffices. */
function withinBoundaries({ boundaries }: World, pool: string, bucket: string, truth: Truth): Truth {
  const own = boundaries.filter(({ principalSet }) => isBound(pool, principalSet));
  const isOutside = own.length > 0 && !own.some(({ eligible }) => eligible.some((node) => liesIn(bucket, node)));
  return isOutside ? (Math.min(truth, 1) as Truth) : truth;
}

function evaluate(world: World): { found: Evaluation; classOf: (bucket: string) => string | undefined } {
  const reader = new GcpBundleReader();
  const add = (name: string, value: unknown): void =>
    reader.add({ name: `${name}.json`, content: Buffer.from(JSON.stringify(value)), problem: null });
  const full = (node: string): string => (node.startsWith('//') ? node : `${MANAGER}${node}`);
  const policyName = (index: number): string => `organizations/9/locations/global/principalAccessBoundaryPolicies/${index}`;
  add('projects', [
    { projectId: 'shop', projectNumber: '111', parent: 'folders/2' },
    { projectId: 'tools', projectNumber: '222', parent: 'folders/1' },
  ]);
  add('folders', [
    { name: 'folders/2', displayName: 'Shops', parent: 'folders/1' },
    { name: 'folders/1', displayName: 'All', parent: 'organizations/9' },
  ]);
  add(
    'search-all-resources',
    Object.entries(BUCKETS).map(([name, project]) => ({ name, assetType: 'storage.googleapis.com/Bucket', project: NUMBERS[project] })),
  );
  add(
    'roles',
    Object.entries(world.roles).map(([name, includedPermissions]) => ({ name, title: name, includedPermissions })),
  );
  add(
    'search-all-iam-policies',
    world.bindings.map(({ resource, ...binding }) => ({ resource: full(resource), policy: { bindings: [binding] } })),
  );
  add(
    'deny-policies',
    world.denies.map(({ attached_to: node, rules }, index) => ({
      name: `policies/${encodeURIComponent(full(node).slice(2))}/denypolicies/${index}`,
      rules: rules.map((denyRule) => ({ denyRule })),
    })),
  );
  add(
    'principal-access-boundary-policies',
    world.boundaries.map(({ eligible }, index) => ({
      name: policyName(index),
      details: { rules: [{ effect: 'ALLOW', resources: eligible.map((node) => `${MANAGER}${NUMBERS[node] ?? node}`) }] },
    })),
  );
  add(
    'policy-bindings',
    world.boundaries.map(({ principalSet }, index) => ({
      name: `organizations/9/locations/global/policyBindings/${index}`,
      target: { principalSet },
      policyKind: 'PRINCIPAL_ACCESS_BOUNDARY',
      policy: policyName(index),
    })),
  );
  const facts = reader.result().normalise('t', 'shop', new Date());
  const evaluation = evaluateGcp(facts, {
    tenantId: 't',
    catalogue: new Catalogue({ services: {} }),
    holders: [],
    organization: null,
    organizations: new Map(),
    federation: [],
    accounts: new Map(),
  });
  let step = evaluation.next();
  while (!step.done) step = evaluation.next();
  const found = step.value;
  return { found, classOf: (bucket) => found.classOf.get(facts.entities.find(({ nativeId }) => nativeId === bucket)?.uri ?? '') };
}

describe('access of identity pools of Google Cloud', () => {
  it(`agrees with the reference evaluator for each identity and set in ${CASES} random organizations`, () => {
    const outcomes = new Set<string>();
    for (let seed = 1; seed <= CASES; seed += 1) {
      const world = randomWorld(dice(seed));
      const { found, classOf } = evaluate(world);
      const uris = new Map(found.externalPrincipals.map(({ nativeId, uri }) => [nativeId, uri]));
      const bound = new Set(world.bindings.flatMap(({ members }) => members));
      for (const member of MEMBERS.filter((one) => bound.has(one))) {
        const people = peopleOf(member, world);
        for (const bucket of Object.keys(BUCKETS)) {
          const wanted = { READ: 0, WRITE: 0, ADMIN: 0 };
          for (const permission of PERMISSIONS) {
            const kind = kindOfGcpPermission(permission);
            wanted[kind] = Math.max(wanted[kind], withinBoundaries(world, poolOf(member), bucket, judge(world, people, bucket, permission)));
          }
          const pclassId = found.pclassOf.get(uris.get(member) ?? '');
          const row = found.access.find((one) => one.pclassId === pclassId && one.classId === classOf(bucket));
          const given = { READ: row?.read ?? 0, WRITE: row?.write ?? 0, ADMIN: row?.admin ?? 0 };
          outcomes.add(JSON.stringify(wanted));
          if (JSON.stringify(given) !== JSON.stringify(wanted))
            throw new Error(`seed ${seed}: ${member} on ${bucket}: ${JSON.stringify({ given, wanted, world }, null, 1)}`);
        }
      }
    }
    expect(outcomes.size).toBeGreaterThan(15);
  });

  it(`agrees with the reference evaluator on single identities in ${CASES} random simulator cases`, () => {
    const outcomes = new Set<string>();
    for (let seed = 1; seed <= CASES; seed += 1) {
      const roll = dice(seed);
      const world = randomWorld(roll);
      const identity = roll.one([...PEOPLE.values()].flat());
      const [resource, permission] = [roll.one(Object.keys(BUCKETS)), roll.one(PERMISSIONS)];
      const denied = denial(world, [identity], resource, permission);
      const wanted =
        denied === 2 ? 'ExplicitlyDenied' : (['ImplicitlyDenied', 'Conditional', 'Allowed'] as const)[judge(world, [identity], resource, permission)];
      const given = {
        provider: 'gcp',
        resource_parents: PARENTS,
        roles: world.roles,
        group_members: Object.fromEntries(identity.sets.map((set) => [set, [identity.subject]])),
        bindings: world.bindings,
        deny_policies: world.denies,
        request: { principal: identity.subject, permission, resource },
      };
      const { decision } = decideGcpCase(given);
      outcomes.add(decision);
      if (decision !== wanted) throw new Error(`seed ${seed}: ${decision}, not ${wanted}: ${JSON.stringify(given, null, 1)}`);
    }
    expect([...outcomes].sort()).toEqual(['Allowed', 'Conditional', 'ExplicitlyDenied', 'ImplicitlyDenied']);
  });
});
