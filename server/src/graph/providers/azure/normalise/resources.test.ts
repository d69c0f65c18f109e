import { AzureBundleReader } from '../read/read';

const SUBSCRIPTION = '11111111-2222-3333-4444-555555555555';
const GROUP = `/subscriptions/${SUBSCRIPTION}/resourceGroups/shop`;
const row = (id: string, type: string): object => ({ id, type, name: id.split('/').at(-1), location: 'westeurope', subscriptionId: SUBSCRIPTION });

/** Returns the resource groups of a bundle as type, name and region. */
function groupsOf(...resources: object[]): string[] {
  const reader = new AzureBundleReader();
  reader.add({ name: 'resources.json', content: Buffer.from(JSON.stringify(resources)), problem: null });
  const { entities } = reader.result().normalise('t', SUBSCRIPTION, new Date());
  return entities.filter(({ attributes }) => attributes.scopekind === 'resource group').map(({ type, name, region }) => `${type} ${name} ${region}`);
}

describe('an Azure resource group', () => {
  const store = row(`${GROUP}/providers/Microsoft.Storage/storageAccounts/store`, 'microsoft.storage/storageaccounts');
  const identity = row(
    `${GROUP}/providers/Microsoft.ManagedIdentity/userAssignedIdentities/robot`,
    'microsoft.managedidentity/userassignedidentities',
  );
  const group = row(GROUP, 'microsoft.resources/subscriptions/resourcegroups');

  it('is one scope with its region, regardless of its position in the list', () => {
    expect(groupsOf(group, store, identity)).toEqual(['SCOPE shop westeurope']);
    expect(groupsOf(identity, store, group)).toEqual(['SCOPE shop westeurope']);
  });

  it('is inferred from its resources if the list lacks it', () => {
    expect(groupsOf(identity, store)).toEqual(['SCOPE shop -']);
  });
});
