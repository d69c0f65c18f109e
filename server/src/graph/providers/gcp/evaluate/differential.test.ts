import { casesToTry, dice, type Dice } from '../../../../../test/support/differential';
import { GcpBundleReader } from '../read/read';
import { Catalogue } from '../../../engine/catalogue/catalogue';
import type { Evaluation, Holder } from '../../../engine/evaluation';
import type { Entity } from '../../../engine/model';
import { kindOfGcpPermission } from '../compile/action-kinds';
import { evaluateGcp } from './evaluate';
import { decideGcpCase } from '../simulate/simulate';

/**
 * Compares the class evaluator and the simulator with a slow evaluator of single requests. The slow evaluator follows Google Cloud, "Policy
 * evaluation", "Deny policies", "Overview of IAM Conditions", "IAM principals" and "Principal access boundary policies". The random organizations are the same in each run.
 */
const CASES = casesToTry(300, 20_000);

const BUCKET = '//storage.googleapis.com/invoices';
const OTHER = '//storage.googleapis.com/logs';
const SECRET = '//secretmanager.googleapis.com/projects/111/secrets/key';
const MACHINE = '//compute.googleapis.com/projects/shop/zones/europe-west1-b/instances/web';
const RESOURCES: Record<string, { type: string; parent: string; permissions: string[]; inside: string[]; tags: Record<string, string> }> = {
  [BUCKET]: {
    type: 'storage.googleapis.com/Bucket',
    parent: 'projects/shop',
    permissions: ['storage.buckets.get', 'storage.buckets.update', 'storage.buckets.setIamPolicy'],
    inside: ['storage.objects.get', 'storage.objects.create', 'storage.objects.setIamPolicy'],
    tags: { '1/env': 'prod' },
  },
  [OTHER]: {
    type: 'storage.googleapis.com/Bucket',
    parent: 'projects/tools',
    permissions: ['storage.buckets.get', 'storage.buckets.update', 'storage.buckets.setIamPolicy'],
    inside: ['storage.objects.get', 'storage.objects.create', 'storage.objects.setIamPolicy'],
    tags: {},
  },
  [SECRET]: {
    type: 'secretmanager.googleapis.com/Secret',
    parent: 'projects/shop',
    permissions: ['secretmanager.secrets.get', 'secretmanager.versions.access', 'secretmanager.secrets.setIamPolicy'],
    inside: [],
    tags: { '1/env': 'test' },
  },
  [MACHINE]: {
    type: 'compute.googleapis.com/Instance',
    parent: 'projects/shop',
    permissions: ['compute.instances.get', 'compute.instances.delete', 'compute.instances.setIamPolicy'],
    inside: [],
    tags: {},
  },
};
const PARENTS: Record<string, string> = {
  ...Object.fromEntries(Object.entries(RESOURCES).map(([name, { parent }]) => [name, parent])),
  'projects/shop': 'folders/2',
  'projects/tools': 'folders/1',
  'folders/2': 'folders/1',
  'folders/1': 'organizations/9',
};
const NODES = [...Object.keys(PARENTS), 'organizations/9'];
const ALL_PERMISSIONS = [...new Set(Object.values(RESOURCES).flatMap(({ permissions, inside }) => [...permissions, ...inside]))];

const [ANN, BOB, ROBOT] = ['user:ann@a.example', 'user:bob@b.example', 'serviceAccount:robot@shop.iam.gserviceaccount.com'] as const;
const PRINCIPALS = [ANN, BOB, ROBOT];
const [TEAM, ALL_TEAMS] = ['group:team@a.example', 'group:all@a.example'] as const;
const MEMBERS: Record<string, string[]> = { [TEAM]: [ANN, ROBOT], [ALL_TEAMS]: [TEAM] };
const ANYONE = [...PRINCIPALS, TEAM, ALL_TEAMS, 'domain:a.example', 'allUsers', 'allAuthenticatedUsers', 'projectEditor:shop', 'projectViewer:tools'];
/** Principal names in deny policies. */
const IDENTIFIERS: Record<string, string> = {
  [ANN]: 'principal://goog/subject/ann@a.example',
  [BOB]: 'principal://goog/subject/bob@b.example',
  [ROBOT]: 'principal://iam.googleapis.com/projects/-/serviceAccounts/robot@shop.iam.gserviceaccount.com',
  [TEAM]: 'principalSet://goog/group/team@a.example',
  allUsers: 'principalSet://goog/public:all',
};

/** 0 no, 1 unknown, 2 yes. */
type Truth = 0 | 1 | 2;
interface RequestedResource {
  resource: string;
  /** Name of an object in the bucket. */
  object: string | null;
  /** The graph is about future requests and knows the type of each resource. A simulator case states neither. */
  isOfGraph: boolean;
}
const sure = (truth: boolean): Truth => (truth ? 2 : 0);
/** Conditions with their result for a request. Each object of a bucket counts separately. */
const CONDITIONS: Record<string, (requested: RequestedResource) => Truth> = {
  'resource.name.startsWith("projects/_/buckets/invoices")': ({ resource }) => sure(resource === BUCKET),
  'resource.name.startsWith("projects/_/buckets/invoices/objects/2024/")': ({ resource, object }) =>
    sure(resource === BUCKET && (object ?? '').startsWith('objects/2024/')),
  'request.time < timestamp("2030-01-01T00:00:00Z")': () => 1,
  'resource.name.endsWith("/logs") && request.time > timestamp("2020-01-01T00:00:00Z")': ({ resource, object, isOfGraph }) =>
    object !== null ? 1 : resource !== OTHER ? 0 : isOfGraph ? 2 : 1,
  // https://cloud.google.com/iam/docs/conditions-attribute-reference
  'request.time < timestamp("2020-01-01T00:00:00Z")': ({ isOfGraph }) => (isOfGraph ? 0 : 1),
  'resource.type == "compute.googleapis.com/Instance"': ({ resource, isOfGraph }) => (isOfGraph ? sure(resource === MACHINE) : 1),
  "resource.matchTag('1/env', 'prod')": ({ resource }) => sure(RESOURCES[resource]?.tags['1/env'] === 'prod'),
  "!resource.hasTagKey('1/env')": ({ resource }) => sure(RESOURCES[resource]?.tags['1/env'] === undefined),
  'resource.service == "storage.googleapis.com" || request.host == "x"': ({ resource }) => (resource.startsWith('//storage') ? 2 : 1),
};

/** The evaluator knows that some objects have the prefix and others do not. */
const OBJECTS = ['objects/2024/x', 'objects/x'];

interface Binding {
  resource: string;
  role: string;
  members: string[];
  condition?: { expression: string };
}
interface Rule {
  deniedPrincipals: string[];
  exceptionPrincipals: string[];
  deniedPermissions: string[];
  exceptionPermissions: string[];
  denialCondition?: { expression: string };
}
/** A principal access boundary policy, bound to a principal set. */
interface Boundary {
  principalSet: string;
  eligible: string[];
}
interface World {
  roles: Record<string, string[]>;
  bindings: Binding[];
  denies: { attached_to: string; rules: Rule[] }[];
  boundaries: Boundary[];
}

const MANAGER = '//cloudresourcemanager.googleapis.com/';
const NUMBERS: Readonly<Record<string, string>> = { 'projects/shop': 'projects/111', 'projects/tools': 'projects/222' };
/**
 * Principal sets with the principals that they contain, or may contain: a directory lists the principals here, so their organization and project are
 * unknown. The set of an organization has its users and service accounts; the sets of folders and projects have service accounts.
 * @see https://cloud.google.com/iam/docs/principal-access-boundary-policies
 */
const SETS: Readonly<Record<string, readonly string[]>> = {
  [`${MANAGER}organizations/9`]: [ANN, BOB, ROBOT],
  '//iam.googleapis.com/locations/global/workspace/C01': [ANN, BOB],
  [`${MANAGER}folders/1`]: [ROBOT],
  [`${MANAGER}folders/2`]: [ROBOT],
  [`${MANAGER}projects/111`]: [ROBOT],
  [`${MANAGER}projects/222`]: [ROBOT],
};

const asDenied = (permission: string): string => permission.replace('.', '.googleapis.com/');

function randomWorld({ chance, some, one, times }: Dice): World {
  const roles: Record<string, string[]> = {
    'roles/editor': times(3, 6, () => one(ALL_PERMISSIONS)),
    'roles/viewer': times(2, 4, () => one(ALL_PERMISSIONS)),
    'organizations/9/roles/a': times(1, 3, () => one(ALL_PERMISSIONS)),
    'organizations/9/roles/b': times(1, 3, () => one(ALL_PERMISSIONS)),
  };
  const under = (of: number): { expression: string } | undefined => (chance(of) ? { expression: one(Object.keys(CONDITIONS)) } : undefined);
  const rule = (): Rule => ({
    deniedPrincipals: some(Object.values(IDENTIFIERS)),
    exceptionPrincipals: chance(0.3) ? some(Object.values(IDENTIFIERS)) : [],
    deniedPermissions: chance(0.2) ? ['storage.googleapis.com/*.*', 'compute.googleapis.com/instances.*'] : some(ALL_PERMISSIONS).map(asDenied),
    exceptionPermissions: chance(0.2) ? some(ALL_PERMISSIONS).map(asDenied) : [],
    denialCondition: under(0.4),
  });
  return {
    roles,
    bindings: times(1, 5, () => ({ resource: one(NODES), role: one(Object.keys(roles)), members: some(ANYONE), condition: under(0.4) })),
    denies: times(0, 2, () => ({ attached_to: one(NODES.filter((node) => !node.startsWith('//'))), rules: times(1, 2, rule) })),
    boundaries: chance(0.4)
      ? times(1, 2, () => ({ principalSet: one(Object.keys(SETS)), eligible: some(NODES.filter((node) => !node.startsWith('//'))) }))
      : [],
  };
}

/** Returns the principal and all of its direct and indirect groups. */
function groupsOf(name: string): string[] {
  return Object.keys(MEMBERS).filter((group) => MEMBERS[group]?.includes(name)).flatMap((group) => [group, ...groupsOf(group)]); // prettier-ignore
}

function isMember(world: World, principal: string, member: string): boolean {
  if (member === 'allUsers' || member === 'allAuthenticatedUsers' || member === principal || groupsOf(principal).includes(member)) return true;
  if (member.startsWith('domain:')) return principal.startsWith('user:') && principal.endsWith(`@${member.slice('domain:'.length)}`);
  const [, kind = '', project = ''] = /^project(Owner|Editor|Viewer):(.+)$/.exec(member) ?? [];
  if (kind === '') return false;
  const role = `roles/${kind.toLowerCase()}`;
  return world.bindings.some((binding) => {
    const others = binding.members.filter((name) => !/^project(?:Owner|Editor|Viewer):/.test(name));
    return binding.resource === `projects/${project}` && binding.role === role && others.some((name) => isMember(world, principal, name));
  });
}

function isDeniedMember(world: World, principal: string, identifier: string): boolean {
  const member = Object.keys(IDENTIFIERS).find((name) => IDENTIFIERS[name] === identifier) ?? '';
  return isMember(world, principal, member);
}

function liesIn(place: string, outer: string): boolean {
  const parent = PARENTS[place];
  return place === outer || (parent !== undefined && liesIn(parent, outer));
}

function truthOf(condition: { expression: string } | undefined, requested: RequestedResource, objects: string[]): Truth {
  if (!condition) return 2;
  const truths = (objects.length > 0 ? objects : [null]).map((object) => CONDITIONS[condition.expression]?.({ ...requested, object }) ?? 1);
  return truths.every((truth) => truth === 2) ? 2 : truths.every((truth) => truth === 0) ? 0 : 1;
}

function namesPermission(list: string[], permission: string): boolean {
  return list.some((pattern) => new RegExp(`^${pattern.replace(/\./g, '\\.').replace(/\*/g, '.*')}$`).test(asDenied(permission)));
}

function denial(world: World, principal: string, requested: RequestedResource, permission: string, objects: string[]): Truth {
  const rules = world.denies.filter(({ attached_to: node }) => liesIn(requested.resource, node)).flatMap(({ rules: own }) => own);
  const truths = rules
    .filter(({ deniedPrincipals: denied, exceptionPrincipals: excepted }) => {
      const concerns = (identifiers: string[]): boolean => identifiers.some((identifier) => isDeniedMember(world, principal, identifier));
      return concerns(denied) && !concerns(excepted);
    })
    .filter(
      ({ deniedPermissions: denied, exceptionPermissions: excepted }) =>
        namesPermission(denied, permission) && !namesPermission(excepted, permission),
    )
    .map(({ denialCondition }) => truthOf(denialCondition, requested, objects));
  return Math.max(0, ...truths) as Truth;
}

function judge(world: World, principal: string, resource: string, permission: string, objects: string[], isOfGraph: boolean): Truth {
  const requested = { resource, object: null, isOfGraph };
  const denied = denial(world, principal, requested, permission, objects);
  if (denied === 2) return 0;
  const allowed = Math.max(
    0,
    ...world.bindings
      .filter(
        ({ resource: node, role, members }) =>
          liesIn(resource, node) && world.roles[role]?.includes(permission) && members.some((member) => isMember(world, principal, member)),
      )
      .map(({ condition }) => truthOf(condition, requested, objects)),
  );
  return Math.min(allowed, 2 - denied) as Truth;
}

/** Boundaries block only some permissions, so access outside all that may apply is conditional. One that makes the resource eligible suffices. */
function withinBoundaries({ boundaries }: World, principal: string, resource: string, truth: Truth): Truth {
  const own = boundaries.filter(({ principalSet }) => SETS[principalSet]?.includes(principal));
  const isOutside = own.length > 0 && !own.some(({ eligible }) => eligible.some((node) => liesIn(resource, node)));
  return isOutside ? (Math.min(truth, 1) as Truth) : truth;
}

function evaluate(world: World): { found: Evaluation; classOf: (name: string) => string | undefined } {
  const reader = new GcpBundleReader();
  const add = (name: string, value: unknown): void =>
    reader.add({ name: `${name}.json`, content: Buffer.from(JSON.stringify(value)), problem: null });
  const full = (node: string): string => (node.startsWith('//') ? node : `//cloudresourcemanager.googleapis.com/${node}`);
  add('projects', [
    { projectId: 'shop', projectNumber: '111', parent: 'folders/2' },
    { projectId: 'tools', projectNumber: '222', parent: 'folders/1' },
  ]);
  add('folders', [
    { name: 'folders/2', displayName: 'Shops', parent: 'folders/1' },
    { name: 'folders/1', displayName: 'All', parent: 'organizations/9' },
  ]);
  add('search-all-resources', Object.entries(RESOURCES).map(([name, { type, parent, tags }]) => ({ name, assetType: type, project: parent === 'projects/shop' ? 'projects/111' : 'projects/222', effectiveTags: [{ effectiveTags: Object.entries(tags).map(([tagKey, tagValue]) => ({ tagKey, tagValue: `${tagKey}/${tagValue}` })) }] }))); // prettier-ignore
  add(
    'roles',
    Object.entries(world.roles).map(([name, includedPermissions]) => ({ name, title: name, includedPermissions })),
  );
  add(
    'search-all-iam-policies',
    world.bindings.map(({ resource, ...binding }) => ({ resource: full(resource), policy: { bindings: [binding] } })),
  );
  add('deny-policies', world.denies.map(({ attached_to: node, rules }, index) => ({ name: `policies/${encodeURIComponent(full(node).slice(2))}/denypolicies/${index}`, rules: rules.map((denyRule) => ({ denyRule })) }))); // prettier-ignore
  const policyName = (index: number): string => `organizations/9/locations/global/principalAccessBoundaryPolicies/${index}`;
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
  const holders = [...PRINCIPALS, TEAM, ALL_TEAMS].map(holder);
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
    if (!step.done) continue;
    const uris = new Map(facts.entities.map(({ nativeId, uri }) => [nativeId, uri]));
    return { found: step.value, classOf: (name) => step.value.classOf.get(uris.get(name) ?? '') };
  }
}

/** Returns a principal as a connected directory lists it. */
function holder(member: string): Holder {
  const [kind = '', email = ''] = member.split(':');
  const type = kind === 'group' ? 'GROUP' : kind === 'user' ? 'USER' : 'SERVICE_ACCOUNT';
  const principal: Entity = { uri: uriOf(member), nativeId: `id ${member}`, name: email, type, accountId: 'd', cloudType: 'IDP_OKTA', region: '-', isIdentity: true, isResource: false, attributes: { email } }; // prettier-ignore
  const domain = kind === 'user' ? [`domain:${email.split('@')[1]}`] : [];
  return { principal, refs: [principal.nativeId, member, ...groupsOf(member), ...domain] };
}

function uriOf(member: string): string {
  return `t:IDP_OKTA:d:-:ANY:${member.replace(':', '%3A')}`;
}

const DECISIONS = { 0: 'ImplicitlyDenied', 1: 'Conditional', 2: 'Allowed' } as const;

describe('GCP evaluation and simulation', () => {
  it(`agree with the reference evaluator on each principal and resource of ${CASES} random organizations`, () => {
    const outcomes = new Set<string>();
    for (let seed = 1; seed <= CASES; seed += 1) {
      const world = randomWorld(dice(seed));
      const { found, classOf } = evaluate(world);
      const rows = new Map(found.access.map((row) => [`${row.pclassId} ${row.classId}`, row]));
      // A principal that only public bindings concern has no class of its own.
      for (const principal of PRINCIPALS.filter((member) => found.pclassOf.has(uriOf(member)))) {
        for (const [resource, { permissions, inside }] of Object.entries(RESOURCES)) {
          const wanted = { READ: 0, WRITE: 0, ADMIN: 0 };
          const ask = (permission: string, objects: string[]): void => {
            const kind = kindOfGcpPermission(permission);
            const truth = withinBoundaries(world, principal, resource, judge(world, principal, resource, permission, objects, true));
            wanted[kind] = Math.max(wanted[kind], truth);
          };
          for (const permission of permissions) ask(permission, []);
          for (const permission of inside) ask(permission, OBJECTS);
          const row = rows.get(`${found.pclassOf.get(uriOf(principal))} ${classOf(resource)}`);
          const given = { READ: row?.read ?? 0, WRITE: row?.write ?? 0, ADMIN: row?.admin ?? 0 };
          outcomes.add(JSON.stringify(wanted));
          if (JSON.stringify(given) !== JSON.stringify(wanted))
            throw new Error(`seed ${seed}: ${principal} on ${resource}: ${JSON.stringify({ given, wanted, world }, null, 1)}`);
        }
      }
    }
    expect(outcomes.size).toBeGreaterThan(15);
  });

  it(`agree with the reference evaluator on ${CASES} random simulator cases`, () => {
    const outcomes = new Set<string>();
    for (let seed = 1; seed <= CASES; seed += 1) {
      const roll = dice(seed);
      const world = randomWorld(roll);
      const [principal, resource] = [roll.one(PRINCIPALS), roll.one(Object.keys(RESOURCES))];
      const permission = roll.one(RESOURCES[resource]?.permissions ?? []);
      const boundaries = roll.chance(0.2) ? [{ principals: roll.some(ANYONE.slice(0, 5)), eligible_resources: roll.some(NODES) }] : [];
      const isOutside = boundaries.some(({ principals }) => principals.some((member) => isMember(world, principal, member))) && !boundaries.some(({ eligible_resources: nodes }) => nodes.some((node) => liesIn(resource, node))); // prettier-ignore
      const requested = { resource, object: null, isOfGraph: false };
      const denied = denial(world, principal, requested, permission, []) === 2;
      const wanted = denied
        ? 'ExplicitlyDenied'
        : isOutside
          ? 'ImplicitlyDenied'
          : DECISIONS[judge(world, principal, resource, permission, [], false)];
      const given = {
        provider: 'gcp',
        resource_parents: PARENTS,
        roles: world.roles,
        group_members: MEMBERS,
        bindings: world.bindings,
        deny_policies: world.denies,
        principal_access_boundaries: boundaries,
        request: { principal, permission, resource, context: { 'resource.tags': RESOURCES[resource]?.tags } },
      };
      const { decision } = decideGcpCase(given);
      outcomes.add(decision);
      if (decision !== wanted) throw new Error(`seed ${seed}: ${decision}, not ${wanted}: ${JSON.stringify(given, null, 1)}`);
    }
    expect([...outcomes].sort()).toEqual(['Allowed', 'Conditional', 'ExplicitlyDenied', 'ImplicitlyDenied']);
  });
});

describe('evaluated access in random GCP organizations', () => {
  const modes = (world: World): string[] => {
    const { found, classOf } = evaluate(world);
    return PRINCIPALS.flatMap((principal) =>
      Object.keys(RESOURCES).map((resource) => {
        const row = found.access.find(({ pclassId, classId }) => pclassId === found.pclassOf.get(uriOf(principal)) && classId === classOf(resource));
        return `${row?.read ?? 0}${row?.write ?? 0}${row?.admin ?? 0}`;
      }),
    );
  };
  const worlds = Array.from({ length: 60 }, (_, index) => ({ world: randomWorld(dice(1000 + index)), roll: dice(9000 + index) }));

  it('never grows when a deny rule is added', () => {
    for (const { world, roll } of worlds) {
      const more = Array.from({ length: 20 }, () => randomWorld(roll).denies).flat().slice(0, 1); // prettier-ignore
      const [before, after] = [modes(world), modes({ ...world, denies: [...world.denies, ...more] })];
      after.forEach((mode, index) => [...mode].forEach((digit, kind) => expect(Number(digit)).toBeLessThanOrEqual(Number(before[index]?.[kind]))));
    }
  });

  it('is the same after bindings are reordered or split', () => {
    for (const { world } of worlds) {
      const split = world.bindings.flatMap((binding) => binding.members.map((member) => ({ ...binding, members: [member] }))).reverse();
      expect(modes({ ...world, bindings: split, denies: [...world.denies].reverse() })).toEqual(modes(world));
    }
  });

  it('is the same whether a group or each of its members has a role', () => {
    for (const { world } of worlds) {
      const to = (...members: string[]): World => ({ ...world, bindings: world.bindings.map((binding) => ({ ...binding, members })) });
      expect(modes(to(TEAM))).toEqual(modes(to(ANN, ROBOT)));
    }
  });
});
