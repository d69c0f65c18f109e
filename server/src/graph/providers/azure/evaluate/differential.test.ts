import { casesToTry, dice, type Dice } from '../../../../../test/support/differential';
import { AzureBundleReader } from '../read/read';
import { Catalogue } from '../../../engine/catalogue/catalogue';
import type { Evaluation, Holder } from '../../../engine/evaluation';
import type { Entity } from '../../../engine/model';
import { kindOfAzureAction } from '../compile/action-kinds';
import { evaluateAzure } from './evaluate';
import { knownActions } from '../compile/known-actions';
import { decideAzureCase } from '../simulate/simulate';

/**
 * Compares the class evaluator and the simulator with a slow evaluator of single requests. The slow evaluator follows Microsoft Learn, "How Azure
 * RBAC determines if a user has access to a resource", "Understand Azure role definitions" and "Understand Azure deny assignments". The random
 * subscriptions are the same in each run.
 */
const CASES = casesToTry(300, 20_000);

const SUBSCRIPTION = '11111111-1111-1111-1111-111111111111';
const GROUP_A = `/subscriptions/${SUBSCRIPTION}/resourceGroups/A`;
const MANAGEMENT = '/providers/Microsoft.Management/managementGroups';
const STORE = `${GROUP_A}/providers/Microsoft.Storage/storageAccounts/one`;
const OTHER_STORE = `/subscriptions/${SUBSCRIPTION}/resourceGroups/b/providers/Microsoft.Storage/storageAccounts/two`;
const VAULT = `${GROUP_A}/providers/Microsoft.KeyVault/vaults/own`;
const ROLE_VAULT = `${GROUP_A}/providers/Microsoft.KeyVault/vaults/roles`;
const MACHINE = `${GROUP_A}/providers/Microsoft.Compute/virtualMachines/web`;
const RESOURCES = [STORE, OTHER_STORE, VAULT, ROLE_VAULT, MACHINE];

/** The parent of each scope, written out so that no id needs parsing here. */
const PARENTS: Record<string, string> = {
  [STORE]: GROUP_A,
  [VAULT]: GROUP_A,
  [ROLE_VAULT]: GROUP_A,
  [MACHINE]: GROUP_A,
  [OTHER_STORE]: `/subscriptions/${SUBSCRIPTION}/resourceGroups/b`,
  [GROUP_A]: `/subscriptions/${SUBSCRIPTION}`,
  [`/subscriptions/${SUBSCRIPTION}/resourceGroups/b`]: `/subscriptions/${SUBSCRIPTION}`,
  [`/subscriptions/${SUBSCRIPTION}`]: `${MANAGEMENT}/shops`,
  [`${MANAGEMENT}/shops`]: `${MANAGEMENT}/root`,
};
const SCOPES = [...Object.keys(PARENTS), `${MANAGEMENT}/root`, `${MANAGEMENT}/elsewhere`];

const guid = (number: number): string => `00000000-0000-0000-0000-00000000000${number}`;
const ALL_PRINCIPALS = guid(0);
const [ANN, BOB, ROBOT, TEAM, ALL_TEAMS] = [1, 2, 3, 8, 9].map(guid) as [string, string, string, string, string];
const PRINCIPALS = [ANN, BOB, ROBOT];
const MEMBERS: Record<string, string[]> = { [TEAM]: [ANN, ROBOT], [ALL_TEAMS]: [TEAM] };

const CONTROL = ['*', '*/read', '*/write', 'Microsoft.Storage/*', 'microsoft.STORAGE/storageaccounts/read', 'Microsoft.Storage/storageAccounts/*/action', 'Microsoft.Storage/storageAccounts/listKeys/action', 'Microsoft.Compute/virtualMachines/*', 'Microsoft.Authorization/*/Write', 'Microsoft.KeyVault/vaults/*', '*/delete']; // prettier-ignore
const DATA = ['*', '*/read', 'Microsoft.Storage/storageAccounts/blobServices/*', 'Microsoft.KeyVault/vaults/secrets/getSecret/action', 'Microsoft.Storage/storageAccounts/blobServices/containers/blobs/write']; // prettier-ignore
const ATTRIBUTE = "@Resource[Microsoft.Storage/storageAccounts/blobServices/containers:name] StringEquals 'a'";
const READ_BLOB = 'Microsoft.Storage/storageAccounts/blobServices/containers/blobs/read';
const NAMED_ONE = "@Resource[Microsoft.Storage/storageAccounts:name] StringEquals 'one'";
const WRITE_ROLE = 'Microsoft.Authorization/roleAssignments/write';
const ROLE_GUARD =
  '@Request[Microsoft.Authorization/roleAssignments:RoleDefinitionId] ForAnyOfAnyValues:GuidEquals {00000000-0000-0000-0000-000000000001}';
/**
 * A condition with its result for an action on a resource. The name of a storage account is a part of the id of the resource.
 * @see https://learn.microsoft.com/azure/role-based-access-control/conditions-format
 * @see https://learn.microsoft.com/azure/role-based-access-control/delegate-role-assignments-examples
 * @see https://learn.microsoft.com/azure/storage/blobs/storage-auth-abac-attributes
 */
const CONDITIONS: Record<string, (action: string, resource: string) => Mode> = {
  [`(!(ActionMatches{'${WRITE_ROLE}'})) OR (${ROLE_GUARD})`]: (action) => (glob(WRITE_ROLE).test(action) ? 1 : 2),
  [NAMED_ONE]: (_action, resource) => (resource === STORE ? 2 : resource === OTHER_STORE ? 0 : 1),
  [`!(ActionMatches{'${READ_BLOB}'}) OR ${NAMED_ONE}`]: (action, resource) => {
    if (!glob(READ_BLOB).test(action)) return 2;
    return resource === STORE ? 2 : resource === OTHER_STORE ? 0 : 1;
  },
  [ATTRIBUTE]: () => 1,
  [`((!(ActionMatches{'${READ_BLOB}'})) OR (${ATTRIBUTE}))`]: (action) => (glob(READ_BLOB).test(action) ? 1 : 2),
  [`ActionMatches{'*/read'} AND NOT ActionMatches{'${READ_BLOB}'}`]: (action) =>
    glob('*/read').test(action) && !glob(READ_BLOB).test(action) ? 2 : 0,
};

/** 0 no access, 1 conditional, 2 always. */
type Mode = 0 | 1 | 2;
interface Patterns {
  actions: string[];
  notActions: string[];
  dataActions: string[];
  notDataActions: string[];
}
interface Assignment {
  principal: string;
  role: Patterns & { roleName: string };
  scope: string;
  condition?: string;
}
interface Deny extends Patterns {
  principals: string[];
  excludePrincipals: string[];
  scope: string;
  doesNotApplyToChildScopes: boolean;
}
interface World {
  assignments: Assignment[];
  denies: Deny[];
  /** Principals that the vault's access policy lets read secrets. */
  readers: string[];
}

function glob(pattern: string): RegExp {
  return new RegExp(`^${pattern.replace(/[.\\^$+?()[\]{}|]/g, '\\$&').replace(/\*/g, '.*')}$`, 'is');
}

function patterns({ chance, some, times, one }: Dice): Patterns {
  return {
    actions: chance(0.85) ? some(CONTROL) : [],
    notActions: chance(0.4) ? some(CONTROL.slice(1)) : [],
    dataActions: chance(0.5) ? some(DATA) : [],
    notDataActions: chance(0.2) ? times(1, 1, () => one(DATA.slice(1))) : [],
  };
}

function randomWorld(roll: Dice): World {
  const { chance, one, some, times } = roll;
  const anyone = [...PRINCIPALS, TEAM, ALL_TEAMS];
  return {
    assignments: times(1, 4, () => ({
      principal: one(anyone),
      role: { roleName: 'Some role', ...patterns(roll) },
      scope: one(SCOPES),
      ...(chance(0.3) ? { condition: one(Object.keys(CONDITIONS)) } : {}),
    })),
    denies: times(0, 2, () => ({
      ...patterns(roll),
      principals: chance(0.4) ? [ALL_PRINCIPALS] : some(anyone),
      excludePrincipals: chance(0.4) ? some(anyone) : [],
      scope: one(SCOPES),
      doesNotApplyToChildScopes: chance(0.3),
    })),
    readers: chance(0.5) ? some(anyone) : [],
  };
}

/** Returns the principal and all of its direct and indirect groups. */
function idsOf(principal: string): string[] {
  const groups = Object.keys(MEMBERS).filter((group) => MEMBERS[group]?.includes(principal));
  return [principal, ...groups.flatMap(idsOf)];
}

function liesIn(scope: string, outer: string): boolean {
  if (scope === outer) return true;
  const parent = PARENTS[scope];
  return parent !== undefined && liesIn(parent, outer);
}

function names({ actions, notActions, dataActions, notDataActions }: Patterns, action: string, isData: boolean): boolean {
  const [wanted, unwanted] = isData ? [dataActions, notDataActions] : [actions, notActions];
  return wanted.some((pattern) => glob(pattern).test(action)) && !unwanted.some((pattern) => glob(pattern).test(action));
}

function isDenied({ denies }: World, ids: string[], resource: string, action: string, isData: boolean): boolean {
  return denies.some(({ principals, excludePrincipals, scope, doesNotApplyToChildScopes: onlyThere, ...deny }) => {
    const isMeant = principals.some((id) => id === ALL_PRINCIPALS || ids.includes(id)) && !excludePrincipals.some((id) => ids.includes(id));
    return isMeant && (onlyThere ? resource === scope : liesIn(resource, scope)) && names(deny, action, isData);
  });
}

/** Returns the result of each grant for an action: of each role assignment, and of the vault's own policy. */
function judge(world: World, principal: string, resource: string, action: string, isData: boolean, readers: string[] | null): Mode[] {
  const ids = idsOf(principal);
  if (isDenied(world, ids, resource, action, isData)) return [];
  const byPolicy =
    readers?.some((id) => ids.includes(id)) && /^microsoft\.keyvault\/vaults\/secrets\/(?:getsecret|readmetadata)\/action$/i.test(action) && isData;
  const modes = world.assignments.map(({ principal: holder, scope, role, condition }): Mode => {
    // A vault with access policies needs no role for its data.
    if ((readers && isData) || !ids.includes(holder) || !liesIn(resource, scope) || !names(role, action, isData)) return 0;
    return condition === undefined ? 2 : (CONDITIONS[condition]?.(action, resource) ?? 0);
  });
  return [byPolicy ? 2 : 0, ...modes];
}

/** A grant is sure of a kind of access if it gives all of its actions of that kind without a condition. The best grant counts. */
function kindsOf(world: World, principal: string, resource: string): Record<string, Mode> {
  const readers = resource === VAULT ? world.readers : null;
  const least = new Map<string, Mode>();
  for (const { action, isData } of testedActions(resource, world)) {
    for (const [grant, mode] of judge(world, principal, resource, action, isData, readers).entries()) {
      const key = `${kindOfAzureAction(action)} ${grant}`;
      if (mode > 0) least.set(key, Math.min(mode, least.get(key) ?? 2) as Mode);
    }
  }
  const best = (kind: string): Mode => Math.max(0, ...[...least].flatMap(([key, mode]) => (key.startsWith(kind) ? [mode] : []))) as Mode;
  return { READ: best('READ'), WRITE: best('WRITE'), ADMIN: best('ADMIN') };
}

/** The actions to test on a resource: those of its type, and assigning roles and locks on it. */
function testedActions(resource: string, world: World): { action: string; isData: boolean }[] {
  const type = resource.replace(/^.*\/providers\/([^/]+)\/([^/]+)\/.*$/, '$1/$2').toLowerCase();
  const named = [...world.assignments.map(({ role }) => role), ...world.denies].flatMap(({ actions, notActions, dataActions, notDataActions }) => [
    ...[...actions, ...notActions].map((id) => ({ id, plane: 'control' })),
    ...[...dataActions, ...notDataActions].map((id) => ({ id, plane: 'data' })),
  ]);
  const usual = ['read', 'write', 'delete'].map((verb) => ({ id: `${type}/${verb}`, plane: 'control' }));
  const all = [...knownActions(), ...named, ...usual].filter(({ id }) => !id.includes('*'));
  const onAnything =
    /^microsoft\.authorization\/(?:roleassignments|locks|denyassignments|roleeligibilityschedulerequests|roleassignmentschedulerequests)\//i;
  return all
    .filter(({ id, plane }) => id.toLowerCase().startsWith(`${type}/`) || (plane === 'control' && onAnything.test(id)))
    .map(({ id, plane }) => ({ action: id, isData: plane === 'data' }));
}

function bundleOf({ assignments, denies, readers }: World): AzureBundleReader {
  const reader = new AzureBundleReader();
  const add = (name: string, value: unknown): void =>
    reader.add({ name: `${name}.json`, content: Buffer.from(JSON.stringify(value)), problem: null });
  const row = (id: string, properties: object = {}): object => ({
    id,
    name: id.split('/').at(-1),
    type: id.replace(/^.*\/providers\/([^/]+)\/([^/]+)\/.*$/, '$1/$2'),
    subscriptionId: SUBSCRIPTION,
    properties,
  });
  add('resources', [
    row(STORE),
    row(OTHER_STORE),
    row(MACHINE),
    row(ROLE_VAULT, { enableRbacAuthorization: true }),
    row(VAULT, { accessPolicies: readers.map((objectId) => ({ objectId, permissions: { secrets: ['Get'] } })) }),
  ]);
  add('role-definitions', assignments.map(({ role: { roleName, ...permission } }, index) => ({ id: `/providers/Microsoft.Authorization/roleDefinitions/${index}`, roleName, roleType: 'CustomRole', permissions: [permission] }))); // prettier-ignore
  add('role-assignments', assignments.map(({ principal, scope, condition }, index) => ({ id: `${scope}/providers/Microsoft.Authorization/roleAssignments/${index}`, roleDefinitionId: `${SUBSCRIPTION}/${index}`, principalId: principal, scope, condition }))); // prettier-ignore
  add('deny-assignments', denies.map(({ principals, excludePrincipals, scope, doesNotApplyToChildScopes, ...permission }, index) => ({ id: `${scope}/providers/Microsoft.Authorization/denyAssignments/${index}`, denyAssignmentName: 'no', scope, doNotApplyToChildScopes: doesNotApplyToChildScopes, permissions: [permission], principals: principals.map((id) => ({ id })), excludePrincipals: excludePrincipals.map((id) => ({ id })) }))); // prettier-ignore
  add('management-groups', [
    {
      id: `${MANAGEMENT}/root`,
      name: 'root',
      children: [{ id: `${MANAGEMENT}/shops`, name: 'shops', children: [{ id: `/subscriptions/${SUBSCRIPTION}`, name: SUBSCRIPTION }] }],
    },
    { id: `${MANAGEMENT}/elsewhere`, name: 'elsewhere', children: [{ id: '/subscriptions/22222222-2222-2222-2222-222222222222', name: 'other' }] },
  ]);
  return reader;
}

const HOLDERS: Holder[] = [...PRINCIPALS, TEAM, ALL_TEAMS].map((id) => {
  const type = PRINCIPALS.includes(id) ? 'USER' : 'GROUP';
  const principal: Entity = { uri: `t:IDP_AZURE_AD:d:-:${type}:${id}`, nativeId: id, name: id, type, accountId: 'd', cloudType: 'IDP_AZURE_AD', region: '-', isIdentity: true, isResource: false, attributes: {} }; // prettier-ignore
  return { principal, refs: idsOf(id) };
});

function evaluate(world: World): { found: Evaluation; classOf: (scope: string) => string | undefined } {
  const facts = bundleOf(world).result().normalise('t', SUBSCRIPTION, new Date());
  const evaluation = evaluateAzure(facts, {
    tenantId: 't',
    catalogue: new Catalogue({ services: {} }),
    holders: HOLDERS,
    organization: null,
    organizations: new Map(),
    federation: [],
    accounts: new Map(),
  });
  for (;;) {
    const step = evaluation.next();
    if (!step.done) continue;
    const uris = new Map(facts.entities.map(({ nativeId, uri }) => [nativeId, uri]));
    return { found: step.value, classOf: (scope) => step.value.classOf.get(uris.get(scope.toLowerCase()) ?? '') };
  }
}

const DECISIONS = { 0: 'ImplicitlyDenied', 1: 'Conditional', 2: 'Allowed' } as const;

describe('Azure evaluation and simulation', () => {
  it(`agree with the reference evaluator on each principal and resource of ${CASES} random subscriptions`, () => {
    const outcomes = new Set<string>();
    for (let seed = 1; seed <= CASES; seed += 1) {
      const world = randomWorld(dice(seed));
      const { found, classOf } = evaluate(world);
      const rows = new Map(found.access.map((row) => [`${row.pclassId} ${row.classId}`, row]));
      for (const principal of PRINCIPALS) {
        for (const resource of RESOURCES) {
          const wanted = kindsOf(world, principal, resource);
          const row = rows.get(`${found.pclassOf.get(`t:IDP_AZURE_AD:d:-:USER:${principal}`)} ${classOf(resource)}`);
          const given = { READ: row?.read ?? 0, WRITE: row?.write ?? 0, ADMIN: row?.admin ?? 0 };
          outcomes.add(JSON.stringify(wanted));
          if (JSON.stringify(given) !== JSON.stringify(wanted))
            throw new Error(`seed ${seed}: ${principal} on ${resource}: ${JSON.stringify({ given, wanted, world }, null, 1)}`);
        }
      }
    }
    expect(outcomes.size).toBeGreaterThan(12);
  });

  it(`agree with the reference evaluator on ${CASES} random simulator cases`, () => {
    const outcomes = new Set<string>();
    for (let seed = 1; seed <= CASES; seed += 1) {
      const roll = dice(seed);
      const world = randomWorld(roll);
      const [principal, resource] = [roll.one(PRINCIPALS), roll.one([STORE, OTHER_STORE, ROLE_VAULT, MACHINE])];
      const { action, isData } = roll.one(testedActions(resource, world));
      const wanted = isDenied(world, idsOf(principal), resource, action, isData)
        ? 'ExplicitlyDenied'
        : DECISIONS[Math.max(0, ...judge(world, principal, resource, action, isData, null)) as Mode];
      const given = {
        provider: 'azure',
        scope_parents: PARENTS,
        group_members: MEMBERS,
        role_assignments: world.assignments,
        deny_assignments: world.denies,
        request: { principal, action, resource, data_action: isData },
      };
      const { decision } = decideAzureCase(given);
      outcomes.add(decision);
      if (decision !== wanted) throw new Error(`seed ${seed}: ${decision}, not ${wanted}: ${JSON.stringify(given, null, 1)}`);
    }
    expect([...outcomes].sort()).toEqual(['Allowed', 'Conditional', 'ExplicitlyDenied', 'ImplicitlyDenied']);
  });
});

describe('evaluated access in random Azure subscriptions', () => {
  const modes = (world: World): string[] => {
    const { found, classOf } = evaluate(world);
    return PRINCIPALS.flatMap((principal) =>
      RESOURCES.map((resource) => {
        const pclass = found.pclassOf.get(`t:IDP_AZURE_AD:d:-:USER:${principal}`);
        const row = found.access.find(({ pclassId, classId }) => pclassId === pclass && classId === classOf(resource));
        return `${row?.read ?? 0}${row?.write ?? 0}${row?.admin ?? 0}`;
      }),
    );
  };
  const worlds = Array.from({ length: 60 }, (_, index) => ({ world: randomWorld(dice(1000 + index)), roll: dice(9000 + index) }));

  it('never grows when a deny assignment is added', () => {
    for (const { world, roll } of worlds) {
      const [deny] = Array.from({ length: 20 }, () => randomWorld(roll).denies).flat();
      const [before, after] = [modes(world), modes({ ...world, denies: [...world.denies, ...(deny ? [deny] : [])] })];
      after.forEach((mode, index) => [...mode].forEach((digit, kind) => expect(Number(digit)).toBeLessThanOrEqual(Number(before[index]?.[kind]))));
    }
  });

  it('is the same after assignments are reordered or split', () => {
    for (const { world } of worlds) {
      const reordered = { ...world, assignments: [...world.assignments].reverse(), denies: [...world.denies].reverse() };
      expect(modes(reordered)).toEqual(modes(world));
      const split = world.assignments.flatMap((assignment) => assignment.role.actions.length + assignment.role.dataActions.length === 0 ? [assignment] : [
        { ...assignment, role: { ...assignment.role, dataActions: [], notDataActions: [] } },
        { ...assignment, role: { ...assignment.role, actions: [], notActions: [] } },
      ]); // prettier-ignore
      expect(modes({ ...world, assignments: split })).toEqual(modes(world));
    }
  });

  it('is the same whether a group or each of its members is assigned a role', () => {
    for (const { world } of worlds) {
      const toTeam = { ...world, assignments: world.assignments.map((assignment) => ({ ...assignment, principal: TEAM })), readers: [] };
      const toEach = {
        ...toTeam,
        assignments: toTeam.assignments.flatMap((assignment) => [ANN, ROBOT].map((principal) => ({ ...assignment, principal }))),
      };
      expect(modes(toTeam)).toEqual(modes(toEach));
    }
  });
});
