import type { OrganizationHierarchy, SubOrganization } from '@cam/contracts';
import { accountsBelow, selectionState, folderOf, visibleAccounts, withAccounts } from './scope-model';

const folder = (id: string, account_ids: string[], sub_organization: SubOrganization[] = []): SubOrganization => ({
  suborganization_uid: id,
  suborganization_id: id,
  suborganization_name: id,
  account_ids,
  sub_organization,
});
const production = folder('production', ['p1', 'p2']);
const organization: Pick<OrganizationHierarchy, 'sub_organization' | 'account_ids'> = {
  account_ids: ['root'],
  sub_organization: [folder('all', [], [production]), folder('sandbox', ['s1'])],
};

describe('the scope of an organization', () => {
  it('finds all accounts below a folder and how many are selected', () => {
    expect(accountsBelow(organization)).toEqual(['root', 'p1', 'p2', 's1']);
    const some = new Set(['p1']);
    expect([selectionState(production, some), selectionState(organization, some)]).toEqual(['some', 'some']);
    expect([selectionState(production, new Set(['p1', 'p2'])), selectionState(production, new Set())]).toEqual(['all', 'none']);
  });

  it('changes folder by folder', () => {
    const without = withAccounts(new Set(accountsBelow(organization)), accountsBelow(production), false);
    expect([...without]).toEqual(['root', 's1']);
    expect([...withAccounts(without, ['p2'], true)]).toEqual(['root', 's1', 'p2']);
    expect([folderOf(organization, 'p2')?.suborganization_id, folderOf(organization, 'root')]).toEqual(['production', null]);
  });

  it('is searched by name and id, among all, selected and unselected accounts', () => {
    const accounts = [
      { id: 'p1', name: 'Payments' },
      { id: 's1', name: 'Sandbox' },
    ];
    expect([...visibleAccounts(accounts, 'PAY', 'all', new Set())]).toEqual(['p1']);
    expect([...visibleAccounts(accounts, 's1', 'all', new Set())]).toEqual(['s1']);
    expect([...visibleAccounts(accounts, '', 'selected', new Set(['s1']))]).toEqual(['s1']);
    expect([...visibleAccounts(accounts, '', 'unselected', new Set(['s1']))]).toEqual(['p1']);
  });
});
