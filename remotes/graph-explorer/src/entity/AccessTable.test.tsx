import { cleanup, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import type { AccessRow } from '@cam/contracts';
import { AccessTable } from './AccessTable';

let mockFilter: { name: string } | null = null;
let mockRows: AccessRow[] = [];
jest.mock('@cam/platform', () => ({
  ...jest.requireActual<object>('@cam/platform'),
  useAccountFilter: () => ({ current: mockFilter }),
  callApi: async () => ({ result_table: mockRows, has_next: false, has_prev: false, session_id: null }),
}));

const row: AccessRow = {
  identity: 'ada',
  identity_type: 'USER',
  identity_uri: 't:AWS:1:-:USER:ada',
  identityAccountID: '1',
  identity_account_name: 'prod',
  resource: 'payroll',
  resource_type: 'OBJECT_STORE',
  resource_uri: 't:AWS:1:-:OBJECT_STORE:payroll',
  resourceAccountID: '1',
  resource_account_name: 'prod',
  actions_str: 'R--',
  conditional_actions_str: '---',
  policies: ['LOOKUP:ReadPayroll'],
  last_used: null,
};

const show = (address = '/objects/x') =>
  render(
    <MemoryRouter initialEntries={[address]}>
      <AccessTable title="Users" query="user with-access object_store payroll" side="identity" />
    </MemoryRouter>,
  );
afterEach(cleanup);

it('a list that the source filter empties says what it is filtered to, not that there is no access', async () => {
  [mockFilter, mockRows] = [{ name: 'Staging' }, []];
  show();
  await screen.findByText('The source filter hides access in other sources. Reset it in the top bar to see all access.');
  screen.getByText('Showing only access within the source Staging');
  expect(screen.queryByText('No access')).toBeNull();
});

it('a filtered list with rows says what it is filtered to as well', async () => {
  [mockFilter, mockRows] = [{ name: 'Staging' }, [row]];
  show();
  await screen.findByText('ada');
  screen.getByText('No logged use');
  screen.getByText('Showing only access within the source Staging');
  expect(screen.queryByText('No access')).toBeNull();
});

it('a list without a filter says that there is no access, and a search that nothing matches', async () => {
  [mockFilter, mockRows] = [null, []];
  show();
  await screen.findByText('No access');
  expect(screen.queryByText(/^Showing only/)).toBeNull();
  cleanup();
  show('/objects/x?search=zoe');
  await screen.findByText('Nothing matches');
  expect(screen.queryByText('No access')).toBeNull();
});
