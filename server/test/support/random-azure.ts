import type { Entity } from '../../src/graph/engine/model';
import type { SourceFacts } from '../../src/graph/engine/source-facts';
import { AzureBundleReader } from '../../src/graph/providers/azure/read/read';
import type { Dice } from './differential';

const SUBSCRIPTION = '11111111-1111-1111-1111-111111111111';
const IN = `/subscriptions/${SUBSCRIPTION}`;
const MANAGEMENT = '/providers/Microsoft.Management/managementGroups';
const STORE = `${IN}/resourceGroups/A/providers/Microsoft.Storage/storageAccounts/one`;
const OTHER_STORE = `${IN}/resourceGroups/b/providers/Microsoft.Storage/storageAccounts/two`;
const VAULT = `${IN}/resourceGroups/A/providers/Microsoft.KeyVault/vaults/roles`;
const OWN_VAULT = `${IN}/resourceGroups/A/providers/Microsoft.KeyVault/vaults/own`;
const MACHINE = `${IN}/resourceGroups/A/providers/Microsoft.Compute/virtualMachines/web`;
const SERVER = `${IN}/resourceGroups/A/providers/Microsoft.Sql/servers/x`;
const DATABASE = `${SERVER}/databases/y`;
const IDENTITY = `${IN}/resourceGroups/A/providers/Microsoft.ManagedIdentity/userAssignedIdentities/robot`;
const SCOPES = [
  STORE,
  OTHER_STORE,
  VAULT,
  MACHINE,
  IDENTITY,
  `${IN}/resourceGroups/A`,
  `${IN}/resourceGroups/b`,
  IN,
  `${MANAGEMENT}/shops`,
  `${MANAGEMENT}/root`,
  '/',
];

const guid = (number: number): string => `00000000-0000-0000-0000-00000000000${number}`;
const EVERYBODY = guid(0);
const [ANN, BOB, ROBOT, TEAM, ALL] = [1, 2, 3, 8, 9].map(guid) as [string, string, string, string, string];
const HOLDERS = [ANN, BOB, ROBOT, TEAM, ALL];

const CONTROL = ['*', '*/read', 'Microsoft.Storage/*', 'microsoft.STORAGE/storageaccounts/read', 'Microsoft.Storage/storageAccounts/*/action', 'Microsoft.Compute/virtualMachines/*', 'Microsoft.Authorization/*/Write', 'Microsoft.KeyVault/vaults/*', '*/delete']; // prettier-ignore
const DATA = ['*', '*/read', 'Microsoft.Storage/storageAccounts/blobServices/*', 'Microsoft.KeyVault/vaults/secrets/getSecret/action', 'Microsoft.Storage/storageAccounts/blobServices/containers/blobs/write']; // prettier-ignore
const CONDITION = "@Resource[Microsoft.Storage/storageAccounts:name] StringEquals 'one'";

/** One subscription with role assignments and deny assignments, and a directory with users and groups. */
export interface RandomAzure {
  assignments: { principal: string; scope: string; role: object; isEligible: boolean; isDefined: boolean; condition?: string }[];
  denies: { scope: string; principals: string[]; excluded: string[]; onlyThere: boolean; permissions: object }[];
  memberships: [member: string, group: string][];
}

/** @param isCovered leaves out what proofs have no rule for */
export function randomAzure({ chance, one, some, times }: Dice, isCovered: boolean): RandomAzure {
  const permissions = (): object => ({
    actions: chance(0.85) ? some(CONTROL) : [],
    notActions: chance(0.4) ? some(CONTROL.slice(1)) : [],
    dataActions: chance(0.5) ? some(DATA) : [],
    notDataActions: chance(0.2) ? [one(DATA.slice(1))] : [],
    ...(isCovered || chance(0.8) ? {} : { condition: CONDITION }),
  });
  const scope = (): string => one([...SCOPES, ...(isCovered ? [] : [`${MANAGEMENT}/elsewhere`, SERVER])]);
  return {
    assignments: times(1, 5, () => ({
      principal: one(HOLDERS),
      scope: scope(),
      role: permissions(),
      isEligible: chance(0.15),
      isDefined: isCovered || chance(0.9),
      ...(isCovered || chance(0.7) ? {} : { condition: CONDITION }),
    })),
    denies: times(0, 2, () => ({
      scope: scope(),
      principals: chance(0.3) ? [EVERYBODY] : some(HOLDERS),
      excluded: chance(0.4) ? some(HOLDERS) : [],
      onlyThere: chance(0.3),
      permissions: permissions(),
    })),
    memberships: (
      [
        [ANN, TEAM],
        [BOB, ALL],
        [TEAM, ALL],
      ] as [string, string][]
    ).filter(() => chance(0.6)),
  };
}

/** Returns the facts of the directory and of the subscription as imports give them. */
export function azureFacts({ assignments, denies, memberships }: RandomAzure): [directory: SourceFacts, subscription: SourceFacts] {
  const reader = new AzureBundleReader();
  const add = (name: string, value: unknown): void =>
    reader.add({ name: `${name}.json`, content: Buffer.from(JSON.stringify(value)), problem: null });
  const row = (id: string, properties: object = {}): object => ({
    id,
    name: id.split('/').at(-1),
    type: id === DATABASE ? 'Microsoft.Sql/servers/databases' : id.replace(/^.*\/providers\/([^/]+)\/([^/]+)\/.*$/, '$1/$2'),
    subscriptionId: SUBSCRIPTION,
    properties,
  });
  add('resources', [
    ...[STORE, OTHER_STORE, MACHINE, SERVER, DATABASE].map((id) => row(id)),
    row(VAULT, { enableRbacAuthorization: true }),
    row(OWN_VAULT, { accessPolicies: [{ objectId: BOB, permissions: { secrets: ['Get'] } }] }),
    row(IDENTITY, { principalId: ROBOT }),
  ]);
  const roles = assignments.map(({ role, isDefined }, index) => ({ id: `/providers/Microsoft.Authorization/roleDefinitions/${index}`, roleName: `Role ${index}`, roleType: 'CustomRole', permissions: [role], isDefined })); // prettier-ignore
  add(
    'role-definitions',
    roles.filter(({ isDefined }) => isDefined),
  );
  const assigned = assignments.map(({ principal, scope, isEligible, condition }, index) => ({ id: `${scope}/providers/Microsoft.Authorization/roleAssignments/${index}`, roleDefinitionId: `${IN}/providers/Microsoft.Authorization/roleDefinitions/${index}`, principalId: principal, scope, condition, isEligible })); // prettier-ignore
  add(
    'role-assignments',
    assigned.filter(({ isEligible }) => !isEligible).map(({ isEligible: _, ...assignment }) => assignment),
  );
  add('eligible-role-assignments', {
    value: assigned
      .filter(({ isEligible }) => isEligible)
      .map(({ isEligible: _, id, ...properties }) => ({ id, properties: { ...properties, roleEligibilityScheduleId: `${id}/schedule` } })),
  });
  add(
    'deny-assignments',
    denies.map(({ scope, principals, excluded, onlyThere, permissions }, index) => ({
      id: `${scope}/providers/Microsoft.Authorization/denyAssignments/${index}`,
      denyAssignmentName: `deny ${index}`,
      scope,
      doNotApplyToChildScopes: onlyThere,
      permissions: [permissions],
      principals: principals.map((id) => ({ id })),
      excludePrincipals: excluded.map((id) => ({ id })),
    })),
  );
  add('management-groups', [
    { id: `${MANAGEMENT}/root`, name: 'root', children: [{ id: `${MANAGEMENT}/shops`, name: 'shops', children: [{ id: IN, name: SUBSCRIPTION }] }] },
    { id: `${MANAGEMENT}/elsewhere`, name: 'elsewhere', children: [{ id: '/subscriptions/22222222-2222-2222-2222-222222222222', name: 'other' }] },
  ]);
  return [directoryOf(memberships), reader.result().normalise('acme', SUBSCRIPTION, new Date('2026-11-01T12:00:00Z'))];
}

function directoryOf(memberships: RandomAzure['memberships']): SourceFacts {
  const entity = (id: string, type: string): Entity => ({
    uri: `acme:IDP_AZURE_AD:directory:-:${type}:${id}`,
    nativeId: id,
    name: id,
    type,
    accountId: 'directory',
    cloudType: 'IDP_AZURE_AD',
    region: '-',
    isIdentity: true,
    isResource: false,
    attributes: {},
  });
  return {
    cloudType: 'IDP_AZURE_AD',
    accountId: 'directory',
    entities: [entity(ANN, 'USER'), entity(BOB, 'USER'), entity(TEAM, 'GROUP'), entity(ALL, 'GROUP')],
    relations: memberships.map(([child, parent]) => ({ child: { nativeId: child }, parent: { nativeId: parent }, kind: 'member_of', detail: {} })),
    policies: [],
    usage: [],
    events: [],
    usageSince: null,
    warnings: [],
  };
}
