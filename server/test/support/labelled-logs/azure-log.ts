import type { LabelledRecord } from './labelled';

export const SUBSCRIPTION = '11111111-2222-3333-4444-555555555555';
const GROUP = `/subscriptions/${SUBSCRIPTION}/resourceGroups/shop`;
const MACHINE = `${GROUP}/providers/Microsoft.Compute/virtualMachines/web`;
const ROBOT = `${GROUP}/providers/Microsoft.ManagedIdentity/userAssignedIdentities/robot`;
const SHARED = `${GROUP}/providers/Microsoft.ManagedIdentity/userAssignedIdentities/shared`;
const [ANA, PORTAL, PIPELINE, OWN, ROBOT_ID, SHARED_ID] = ['a', 'b', 'c', 'd', 'e', 'f'].map(
  (letter) => `${letter.repeat(8)}-0000-4000-8000-000000000000`,
);

const row = (id: string, type: string, more: object = {}): object => ({
  id,
  type,
  name: id.split('/').at(-1),
  location: 'westeurope',
  subscriptionId: SUBSCRIPTION,
  ...more,
});
const assigned = (...ids: string[]): object => ({
  userAssignedIdentities: Object.fromEntries(ids.map((id) => [id, { principalId: id === ROBOT ? ROBOT_ID : SHARED_ID }])),
});

/** A machine with an identity of its own and two user-assigned ones, of which a second machine shares one. */
export const AZURE_RESOURCES: readonly object[] = [
  row(MACHINE, 'microsoft.compute/virtualmachines', {
    identity: { type: 'SystemAssigned, UserAssigned', principalId: OWN, ...assigned(ROBOT, SHARED) },
  }),
  row(`${GROUP}/providers/Microsoft.Compute/virtualMachines/batch`, 'microsoft.compute/virtualmachines', {
    identity: { type: 'UserAssigned', ...assigned(SHARED) },
  }),
  row(ROBOT, 'microsoft.managedidentity/userassignedidentities', { properties: { principalId: ROBOT_ID } }),
  row(SHARED, 'microsoft.managedidentity/userassignedidentities', { properties: { principalId: SHARED_ID } }),
];

const event = (action: string, caller: string | undefined, claims: Record<string, string | undefined>, status = 'Succeeded'): object => ({
  authorization: { action, scope: GROUP },
  caller,
  claims,
  eventDataId: `${action} ${caller}`,
  eventTimestamp: '2026-01-02T03:04:05Z',
  operationName: { value: action },
  resourceId: GROUP,
  status: { value: status },
});
const OBJECT_ID = 'http://schemas.microsoft.com/identity/claims/objectidentifier';

export const AZURE_LOG: readonly LabelledRecord[] = [
  {
    says: 'a user who acts through an application, which acts on behalf of the user',
    actor: ANA ?? '',
    record: event('Microsoft.Compute/virtualMachines/start/action', 'ana@example.com', {
      [OBJECT_ID]: ANA?.toUpperCase(),
      appid: PORTAL,
      idtyp: 'user',
    }),
  },
  {
    says: 'an application that acts for itself',
    actor: PIPELINE ?? '',
    record: event('Microsoft.Resources/deployments/write', PIPELINE, { [OBJECT_ID]: PIPELINE, appid: PORTAL, idtyp: 'app' }),
  },
  {
    says: 'a user without an object id, by the address',
    actor: 'old@example.com',
    record: event('Microsoft.Storage/storageAccounts/write', 'Old@example.com', {}),
  },
  {
    says: 'the identity of one machine, which acts for this machine',
    actor: OWN ?? '',
    startedBy: [MACHINE.toLowerCase()],
    record: event('Microsoft.Network/publicIPAddresses/write', OWN, { [OBJECT_ID]: OWN, xms_mirid: MACHINE }),
  },
  {
    says: 'a user-assigned identity that only one machine has',
    actor: ROBOT_ID ?? '',
    startedBy: [MACHINE.toLowerCase()],
    record: event('Microsoft.Network/networkSecurityGroups/write', ROBOT_ID, { [OBJECT_ID]: ROBOT_ID, xms_mirid: ROBOT }),
  },
  {
    says: 'a user-assigned identity that two machines share, of which the log names neither',
    actor: SHARED_ID ?? '',
    record: event('Microsoft.Network/virtualNetworks/write', SHARED_ID, { [OBJECT_ID]: SHARED_ID, xms_mirid: SHARED }),
  },
  {
    says: 'a refused call, which is no use',
    actor: OWN ?? '',
    record: event('Microsoft.Authorization/roleAssignments/write', OWN, { [OBJECT_ID]: OWN, xms_mirid: MACHINE }, 'Failed'),
  },
];
