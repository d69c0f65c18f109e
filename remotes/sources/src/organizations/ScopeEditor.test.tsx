import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import type { Organization } from '@cam/contracts';
import { ScopeEditor } from './ScopeEditor';

const mockSaved = jest.fn();
let mockFlags: string[] = [];
jest.mock('@cam/platform', () => ({ useFlag: (flag: string) => mockFlags.includes(flag) }));
jest.mock('./api', () => ({ saveScope: async (_organization: unknown, included: unknown) => void mockSaved(included) }));

const organization = {
  organization_uid: 'o',
  organization_name: 'Amazon',
  cloud_type: 'AWS',
  sub_organization: [
    { suborganization_uid: 'p', suborganization_id: 'p', suborganization_name: 'Production', account_ids: ['1', '2'], sub_organization: [] },
  ],
  account_ids: [],
  scope_accounts: [
    { id: '1', name: 'Management', is_management: true },
    { id: '2', name: 'Payments' },
  ],
  include_account_id_list: { 1: true, 2: true },
} as unknown as Organization;

const box = (name: RegExp) => screen.getByRole('checkbox', { name });

it.each([
  ['keeps the management account in the scope', ['UI_AWS_LOCK_MANAGEMENT_ACCOUNT', 'UI_SCOPE_PARTIAL_SELECTION'], true],
  ['allows removing it when the tenant does not lock it', ['UI_SCOPE_PARTIAL_SELECTION'], false],
])('ScopeEditor %s', async (_what, flags, isLocked) => {
  mockFlags = flags;
  mockSaved.mockReset();
  render(<ScopeEditor organization={organization} onClose={() => undefined} onSaved={() => undefined} />);
  expect(box(/Management/)).toHaveProperty('disabled', isLocked);
  fireEvent.click(box(/Production/));
  expect([box(/Management/), box(/Payments/)].map((one) => (one as HTMLInputElement).checked)).toEqual([isLocked, false]);
  if (!isLocked) fireEvent.click(box(/Payments/));
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(mockSaved).toHaveBeenCalledWith({ 1: isLocked, 2: !isLocked }));
});

it('ScopeEditor shows the folders of a large organization collapsed, and search results across them', () => {
  mockFlags = ['UI_SCOPE_PARTIAL_SELECTION'];
  const ids = Array.from({ length: 240 }, (_none, n) => String(1000 + n));
  const folder = (name: string, account_ids: string[]) => ({
    ...organization.sub_organization[0],
    suborganization_uid: name,
    suborganization_name: name,
    account_ids,
  });
  const large = {
    ...organization,
    sub_organization: [folder('Shops', ids.slice(0, 20)), folder('Plants', ids.slice(20))],
    scope_accounts: ids.map((id) => ({ id, name: `Account ${id}` })),
    include_account_id_list: Object.fromEntries(ids.map((id) => [id, true])),
  } as unknown as Organization;
  render(<ScopeEditor organization={large} onClose={() => undefined} onSaved={() => undefined} />);
  const shown = () => screen.queryAllByRole('checkbox', { name: /^Account/ }).length;
  expect(shown()).toBe(0);
  fireEvent.click(box(/Shops/));
  expect([screen.getByText('0 of 20'), screen.getByText('220 of 220')]).toHaveLength(2);
  fireEvent.click(screen.getByRole('button', { name: 'Show contents of Plants' }));
  expect(shown()).toBe(100);
  fireEvent.click(screen.getByRole('button', { name: 'Show more (120 left)' }));
  expect(shown()).toBe(200);
  fireEvent.change(screen.getByRole('textbox', { name: 'Search accounts' }), { target: { value: 'account 1007' } });
  expect(box(/Account 1007/)).toHaveProperty('checked', false);
});
