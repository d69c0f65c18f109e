import { objectIdOf } from '../entra-directory';
import { daysAgo } from '../trail';
import { PORTS } from './ports';

export const SUBSCRIPTION = 'cccccccc-0000-4000-8000-000000000000';
const SCOPE = `/subscriptions/${SUBSCRIPTION}`;
const GROUP = `${SCOPE}/resourceGroups/work`;

const idOf = (type: string, name: string): string => `${GROUP}/providers/${type}/${name}`;
const row = (type: string, name: string, properties: object, more: object = {}): object => ({
  id: idOf(type, name),
  name,
  type: type.toLowerCase(),
  subscriptionId: SUBSCRIPTION,
  location: 'westeurope',
  properties,
  ...more,
});

const roleId = (name: string): string => `${SCOPE}/providers/Microsoft.Authorization/roleDefinitions/${objectIdOf(name)}`;
const definition = (roleName: string, permissions: object): object => ({
  id: roleId(roleName),
  name: objectIdOf(roleName),
  roleName,
  roleType: 'CustomRole',
  permissions: [{ actions: [], notActions: [], dataActions: [], notDataActions: [], ...permissions }],
});
const assigned = (role: string, principal: string, principalType: string, scope = SCOPE): object => ({
  id: `${scope}/providers/Microsoft.Authorization/roleAssignments/${principal}-${role.replaceAll(' ', '-')}`,
  scope,
  roleDefinitionId: roleId(role),
  roleDefinitionName: role,
  principalId: objectIdOf(principal),
  principalName: principalType === 'User' ? `${principal}@example.com` : principal,
  principalType,
});

const rule = (access: string, source: string, port: string, priority: number): object => ({
  name: `${access}-${priority}`,
  properties: { direction: 'Inbound', access, protocol: '*', sourceAddressPrefix: source, destinationPortRange: port, priority },
});
const firewall = (name: string, ...securityRules: object[]): object => row('Microsoft.Network/networkSecurityGroups', name, { securityRules });

const withIdentity = (name: string): object => ({ identity: { type: 'SystemAssigned', principalId: objectIdOf(name) } });
const address = (name: string): string => idOf('Microsoft.Network/publicIPAddresses', name);

/** A virtual machine with a public address behind a network security group. */
const machine = (name: string, guard: string): object[] => [
  row('Microsoft.Compute/virtualMachines', name, {}, withIdentity(name)),
  row('Microsoft.Network/publicIPAddresses', name, { ipAddress: '20.0.0.1' }),
  row('Microsoft.Network/networkInterfaces', name, {
    virtualMachine: { id: idOf('Microsoft.Compute/virtualMachines', name) },
    networkSecurityGroup: { id: idOf('Microsoft.Network/networkSecurityGroups', guard) },
    ipConfigurations: [{ properties: { privateIPAddress: '10.1.0.4', publicIPAddress: { id: address(name) } } }],
  }),
];

const done = (days: number, person: string, action: string, resourceId: string): object => ({
  eventDataId: `${person}-${days}`,
  eventTimestamp: daysAgo(days),
  operationName: { value: action },
  authorization: { action, scope: resourceId },
  caller: `${person}@example.com`,
  claims: { 'http://schemas.microsoft.com/identity/claims/objectidentifier': objectIdOf(person) },
  resourceId,
  status: { value: 'Succeeded' },
});

/** A subscription with each object that rules judge, once compliant and once not. */
export const AZURE_FILES: Readonly<Record<string, unknown>> = {
  'role-definitions.json': [
    definition('Owner', { actions: ['*'] }),
    definition('Reader', { actions: ['*/read'] }),
    definition('Operator', { actions: ['Microsoft.Compute/virtualMachines/restart/action'] }),
    definition('Secret Reader', { dataActions: ['Microsoft.KeyVault/vaults/secrets/getSecret/action'] }),
  ],
  'role-assignments.json': [
    assigned('Owner', 'olga', 'User'),
    assigned('Reader', 'rita', 'User'),
    assigned('Operator', 'wanda', 'User', idOf('Microsoft.Compute/virtualMachines', 'machine-good')),
    assigned('Owner', 'guest-bad', 'User'),
    assigned('Reader', 'guest-good', 'User'),
    assigned('Secret Reader', 'guest-bad', 'User', idOf('Microsoft.KeyVault/vaults', 'vault-good')),
    assigned('Owner', 'program-bad', 'ServicePrincipal'),
    assigned('Reader', 'program-good', 'ServicePrincipal'),
    assigned('Owner', 'machine-bad', 'ServicePrincipal'),
    assigned('Reader', 'machine-good', 'ServicePrincipal'),
    assigned('Owner', 'function-bad', 'ServicePrincipal'),
    assigned('Reader', 'function-good', 'ServicePrincipal'),
  ],
  'activity-log.json': [
    done(200, 'olga', 'Microsoft.Resources/tags/write', GROUP),
    done(5, 'wanda', 'Microsoft.Compute/virtualMachines/restart/action', idOf('Microsoft.Compute/virtualMachines', 'machine-good')),
  ],
  'resources.json': [
    ...PORTS.map(([, port]) => firewall(`open-${port}`, rule('Allow', 'Internet', String(port), 100))),
    firewall('web', rule('Allow', '*', '443', 100)),
    firewall('office', rule('Allow', '203.0.113.0/24', '22', 100)),
    firewall('denied', rule('Deny', '*', '*', 100), rule('Allow', '*', '22', 200)),
    firewall('everything', rule('Allow', '0.0.0.0/0', '*', 100)),
    firewall('range', rule('Allow', '*', '20-30', 100)),
    firewall('two', rule('Allow', '*', '443', 100), rule('Allow', '*', '3389', 110)),
    ...machine('machine-bad', 'everything'),
    ...machine('machine-good', 'office'),
    row('Microsoft.Web/sites', 'function-bad', { publicNetworkAccess: 'Enabled' }, withIdentity('function-bad')),
    row('Microsoft.Web/sites', 'function-good', { publicNetworkAccess: 'Disabled' }, withIdentity('function-good')),
    row('Microsoft.Storage/storageAccounts', 'storage-bad', { allowBlobPublicAccess: true, publicNetworkAccess: 'Enabled' }),
    row('Microsoft.Storage/storageAccounts', 'storage-good', { allowBlobPublicAccess: false, publicNetworkAccess: 'Enabled' }),
    row('Microsoft.Sql/servers', 'database-bad', { publicNetworkAccess: 'Enabled' }),
    row('Microsoft.Sql/servers', 'database-good', { publicNetworkAccess: 'Disabled' }),
    row('Microsoft.DocumentDB/databaseAccounts', 'documents-bad', { publicNetworkAccess: 'Enabled', ipRules: [] }),
    row('Microsoft.DocumentDB/databaseAccounts', 'documents-good', { publicNetworkAccess: 'Disabled', ipRules: [] }),
    row('Microsoft.KeyVault/vaults', 'vault-bad', { enableRbacAuthorization: true, networkAcls: { defaultAction: 'Allow' } }),
    row('Microsoft.KeyVault/vaults', 'vault-good', { enableRbacAuthorization: true, networkAcls: { defaultAction: 'Deny' } }),
  ],
};
