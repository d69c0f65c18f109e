import { entraGroup, entraUser, objectIdOf } from '../entra-directory';
import { CONDITIONAL_ACCESS, GATED_GROUPS, GATED_PEOPLE } from './conditional-access';

export const SUBSCRIPTION = 'cccccccc-0000-4000-8000-000000000000';
const SCOPE = `/subscriptions/${SUBSCRIPTION}`;
const MANAGEMENT_GROUP = '/providers/Microsoft.Management/managementGroups';
const group = (name: string): string => `${SCOPE}/resourceGroups/${name}`;
const resource = (type: string, name: string, inGroup = 'shop'): string => `${group(inGroup)}/providers/${type}/${name}`;

const STORE = resource('Microsoft.Storage/storageAccounts', 'store');
const WEB = resource('Microsoft.Compute/virtualMachines', 'web');
const READ_BLOB = 'Microsoft.Storage/storageAccounts/blobServices/containers/blobs/read';
const ACCOUNT_NAME = '@Resource[Microsoft.Storage/storageAccounts:name]';

interface Permissions {
  actions?: string[];
  notActions?: string[];
  dataActions?: string[];
  notDataActions?: string[];
}

/** Roles with the permissions that Microsoft documents for the built-in roles of these names, and custom roles. */
const ROLES: Readonly<Record<string, Permissions>> = {
  Owner: { actions: ['*'] },
  Contributor: {
    actions: ['*'],
    notActions: ['Microsoft.Authorization/*/Delete', 'Microsoft.Authorization/*/Write', 'Microsoft.Authorization/elevateAccess/Action'],
  },
  Reader: { actions: ['*/read'] },
  'User Access Administrator': { actions: ['*/read', 'Microsoft.Authorization/*', 'Microsoft.Support/*'] },
  'Storage Blob Data Reader': { actions: ['Microsoft.Storage/storageAccounts/blobServices/containers/read'], dataActions: [READ_BLOB] },
  'Storage Blob Data Owner': {
    actions: ['Microsoft.Storage/storageAccounts/blobServices/containers/*'],
    dataActions: ['Microsoft.Storage/storageAccounts/blobServices/containers/blobs/*'],
  },
  'Key Vault Secrets User': {
    dataActions: ['Microsoft.KeyVault/vaults/secrets/getSecret/action', 'Microsoft.KeyVault/vaults/secrets/readMetadata/action'],
  },
  'Machine Restarter': { actions: ['Microsoft.Compute/virtualMachines/restart/action'] },
  'Key Lister': { actions: ['microsoft.storage/STORAGEACCOUNTS/listkeys/Action'] },
  'Role Assigner': { actions: ['Microsoft.Authorization/roleAssignments/write'] },
};

const definitionId = (name: string): string => `${SCOPE}/providers/Microsoft.Authorization/roleDefinitions/${objectIdOf(name)}`;

function assigned(name: string, role: string, scope: string, more: object = {}): object {
  return {
    id: `${scope}/providers/Microsoft.Authorization/roleAssignments/${objectIdOf(`${name}${role.length}`)}-${scope.length}`,
    scope,
    roleDefinitionId: definitionId(role),
    principalId: objectIdOf(name),
    principalType: 'User',
    ...more,
  };
}

const denied = (denyAssignmentName: string, principals: string[], permissions: Permissions, more: object = {}): object => ({
  id: `${SCOPE}/providers/Microsoft.Authorization/denyAssignments/${objectIdOf(denyAssignmentName)}`,
  denyAssignmentName,
  scope: SCOPE,
  permissions: [{ actions: [], notActions: [], dataActions: [], notDataActions: [], ...permissions }],
  principals: principals.map((id) => ({ id })),
  excludePrincipals: [],
  doNotApplyToChildScopes: false,
  ...more,
});

const row = (id: string, properties: object = {}): object => ({
  id,
  name: id.split('/').at(-1),
  type: id.replace(/^.*\/providers\/([^/]+)\/([^/]+)\/.*$/, '$1/$2').toLowerCase(),
  subscriptionId: SUBSCRIPTION,
  location: 'westeurope',
  properties,
});

/** The subscription, below the management group `shops`, with one assignment for each person. */
export const AZURE_FILES: Readonly<Record<string, unknown>> = {
  'management-groups.json': [
    {
      id: `${MANAGEMENT_GROUP}/top`,
      name: 'top',
      children: [
        { id: `${MANAGEMENT_GROUP}/shops`, name: 'shops', children: [{ id: SCOPE, name: SUBSCRIPTION }] },
        { id: `${MANAGEMENT_GROUP}/elsewhere`, name: 'elsewhere', children: [] },
      ],
    },
  ],
  'resources.json': [
    row(STORE),
    row(resource('Microsoft.Storage/storageAccounts', 'archive')),
    row(WEB),
    row(resource('Microsoft.Compute/virtualMachines', 'batch', 'back')),
    row(resource('Microsoft.KeyVault/vaults', 'by-role'), { enableRbacAuthorization: true }),
    row(resource('Microsoft.KeyVault/vaults', 'by-policy'), {
      accessPolicies: [{ objectId: objectIdOf('vera'), permissions: { secrets: ['Get'] } }],
    }),
  ],
  'role-definitions.json': Object.entries(ROLES).map(([roleName, permissions]) => ({
    id: definitionId(roleName),
    name: objectIdOf(roleName),
    roleName,
    roleType: 'BuiltInRole',
    permissions: [{ actions: [], notActions: [], dataActions: [], notDataActions: [], ...permissions }],
  })),
  'role-assignments.json': [
    assigned('olga', 'Owner', SCOPE),
    assigned('carl', 'Contributor', SCOPE),
    assigned('rita', 'Reader', SCOPE),
    assigned('uma', 'User Access Administrator', SCOPE),
    assigned('mara', 'Reader', `${MANAGEMENT_GROUP}/shops`),
    assigned('tess', 'Reader', `${MANAGEMENT_GROUP}/top`),
    assigned('elsa', 'Reader', `${MANAGEMENT_GROUP}/elsewhere`),
    assigned('gail', 'Reader', group('shop')),
    assigned('wade', 'Machine Restarter', WEB),
    assigned('bela', 'Storage Blob Data Reader', STORE),
    assigned('dana', 'Storage Blob Data Owner', group('SHOP')),
    assigned('kora', 'Key Lister', SCOPE),
    assigned('both', 'Contributor', SCOPE),
    assigned('both', 'Role Assigner', SCOPE),
    assigned('team', 'Reader', SCOPE, { principalType: 'Group' }),
    ...['blok', 'mfan', 'repo', 'outd'].map((name) => assigned(name, 'Reader', SCOPE)),
    assigned('guarded', 'Reader', SCOPE, { principalType: 'Group' }),
    assigned('mfab', 'Key Vault Secrets User', SCOPE),
    assigned('sven', 'Key Vault Secrets User', SCOPE),
    assigned('vera', 'Reader', group('back')),
    assigned('nick', 'Contributor', SCOPE),
    assigned('pete', 'Contributor', SCOPE),
    assigned('late', 'Reader', SCOPE, { condition: "@Environment[UtcNow] DateTimeLessThan '2020-01-01T00:00:00.0Z'" }),
    assigned('name', 'Storage Blob Data Reader', SCOPE, { condition: `${ACCOUNT_NAME} StringEquals 'store'` }),
    assigned('tags', 'Storage Blob Data Reader', SCOPE, {
      condition: `((!(ActionMatches{'${READ_BLOB}'})) OR (@Resource[Microsoft.Storage/storageAccounts/blobServices/containers/blobs/tags:Project] StringEquals 'A'))`,
    }),
  ],
  'eligible-role-assignments.json': [
    assigned('pims', 'Owner', SCOPE, {
      roleEligibilityScheduleId: `${SCOPE}/providers/Microsoft.Authorization/roleEligibilitySchedules/1`,
      status: 'Provisioned',
    }),
  ],
  'deny-assignments.json': [
    denied('no-delete', [objectIdOf('nick')], { actions: ['*/delete'] }),
    denied(
      'no-write',
      [objectIdOf('staff')],
      { actions: ['Microsoft.Compute/virtualMachines/write'] },
      { excludePrincipals: [{ id: objectIdOf('pete') }] },
    ),
    denied('group-only', [objectIdOf('carl')], { actions: ['*/write'] }, { scope: group('back'), doNotApplyToChildScopes: true }),
    denied('batch', ['00000000-0000-0000-0000-000000000000'], { actions: ['Microsoft.Compute/virtualMachines/delete'] }, { scope: group('back') }),
  ],
};

const PEOPLE = [
  'olga',
  'carl',
  'rita',
  'uma',
  'mara',
  'tess',
  'elsa',
  'gail',
  'wade',
  'bela',
  'dana',
  'kora',
  'both',
  'sven',
  'vera',
  'nick',
  'pete',
];

/** The directory of the subscription. `nest` is in `team` through `crew`; `nick`, `pete` and `both` are in `staff`. */
export const ENTRA_FILES: Readonly<Record<string, unknown>> = {
  'users.json': { value: [...PEOPLE, 'late', 'name', 'tags', 'pims', 'mate', 'nest', 'none', ...GATED_PEOPLE].map((name) => entraUser(name)) },
  'groups.json': { value: ['team', 'crew', 'staff', ...Object.keys(GATED_GROUPS)].map((name) => entraGroup(name)) },
  [`group-members/${objectIdOf('team')}.json`]: { value: [entraUser('mate'), { ...entraGroup('crew'), '@odata.type': '#microsoft.graph.group' }] },
  [`group-members/${objectIdOf('crew')}.json`]: { value: [entraUser('nest')] },
  [`group-members/${objectIdOf('staff')}.json`]: { value: ['nick', 'pete', 'both'].map((name) => entraUser(name)) },
  ...Object.fromEntries(
    Object.entries(GATED_GROUPS).map(([group, members]) => [
      `group-members/${objectIdOf(group)}.json`,
      { value: members.map((name) => entraUser(name)) },
    ]),
  ),
  ...CONDITIONAL_ACCESS,
};
