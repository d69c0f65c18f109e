import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import type { ApiToken } from '@cam/contracts';
import { ApiTokens } from './ApiTokens';

const token: ApiToken = {
  token_id: 'one',
  name: 'pipeline',
  kind: 'PERSONAL',
  owner: 'ana@demo.example',
  scopes: ['cam:general:read'],
  networks: [],
  accounts: [],
  created_time: '2026-11-01T00:00:00.000Z',
  expires_time: '2099-01-01T00:00:00.000Z',
  last_used_time: null,
  last_used_from: null,
  revoked_time: null,
  assistant_host: null,
};
const mockTokens: ApiToken[] = [
  { ...token, accounts: ['111122223333', '444455556666'] },
  { ...token, token_id: 'two', name: 'former', revoked_time: '2026-11-02T00:00:00.000Z' },
  { ...token, token_id: 'three', name: 'helper', assistant_host: '127.0.0.1:51004' },
];
const mockMcp = {
  enabled: false,
  sign_in: true,
  url: 'https://cam.example/v1/mcp',
  tools: [{ name: 'query', title: 'Search', description: 'Run a query.', call: 'POST /v1/x', any_right: ['CAM_GENERAL_READ'] }],
};
const mockCalls: unknown[][] = [];
const mockState = { isAdmin: true, confirmed: true, connect: '' };
jest.mock('@cam/platform', () => ({
  ...jest.requireActual<object>('@cam/platform'),
  useSession: () => ({
    rights: mockState.isAdmin ? ['CAM_GENERAL_READ', 'CAM_GENERAL_WRITE', 'CAM_OPERATOR'] : ['CAM_GENERAL_READ'],
    can: () => mockState.isAdmin,
    tenant: { account_info: [{ account_id: '111122223333', account_name: 'Production' }] },
  }),
  useAddress: () => ({ get: () => mockState.connect, set: () => undefined }),
  useApi: (key: string, args: unknown) => {
    if (key.includes('mcp')) return { data: mockMcp, mutate: async (): Promise<undefined> => undefined };
    if (!key.includes('requests')) return { data: { tokens: mockTokens, max_days: 60 }, mutate: async (): Promise<undefined> => undefined };
    return {
      data: args
        ? { name: 'cam on laptop', address: '203.0.113.7', created_time: '2026-11-25T10:00:00.000Z', accounts: ['111122223333'] }
        : undefined,
    };
  },
  callApi: async (key: string, args: unknown) => {
    mockCalls.push([key, args]);
    return { token: 'cam_value', api_token: mockTokens[0] };
  },
  confirm: async () => mockState.confirmed,
  notify: { success: () => undefined, error: () => undefined },
}));

beforeEach(() => {
  mockCalls.length = 0;
  Object.assign(mockState, { isAdmin: true, confirmed: true, connect: '' });
});

it('a new token is made with the chosen scopes, and its value is shown once', async () => {
  render(<ApiTokens />);
  fireEvent.click(screen.getByRole('button', { name: 'Create token' }));
  const dialog = await screen.findByRole('dialog');
  expect(within(dialog).queryByText(/operator/i)).toBeNull();
  expect(within(dialog).getByText('60 days')).toBeTruthy();
  fireEvent.change(within(dialog).getByLabelText('Name'), { target: { value: ' nightly ' } });
  fireEvent.click(within(dialog).getByText('Service: belongs to the tenant'));
  fireEvent.change(within(dialog).getByLabelText('Allowed addresses'), { target: { value: '203.0.113.7, 2001:db8::/32' } });
  fireEvent.mouseDown(within(dialog).getByLabelText('Accounts'));
  fireEvent.click(await screen.findByTitle('Production (111122223333)'));
  fireEvent.click(within(dialog).getByRole('button', { name: 'Create' }));
  await screen.findByText('cam_value');
  const body = {
    name: 'nightly',
    kind: 'SERVICE',
    scopes: ['cam:general:read'],
    days: 60,
    networks: ['203.0.113.7', '2001:db8::/32'],
    accounts: ['111122223333'],
  };
  expect(mockCalls).toEqual([['POST /v1/tokens', { body }]]);
});

it('only a valid token can be rotated or revoked, after a confirmation', async () => {
  render(<ApiTokens />);
  expect(screen.getByText('2 accounts')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Revoke former' })).toBeNull();
  expect(screen.getByText('Assistant at 127.0.0.1:51004')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Revoke helper' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Rotate helper' })).toBeNull();
  mockState.confirmed = false;
  fireEvent.click(screen.getByRole('button', { name: 'Revoke pipeline' }));
  mockState.confirmed = true;
  fireEvent.click(screen.getByRole('button', { name: 'Rotate pipeline' }));
  await screen.findByText('cam_value');
  fireEvent.click(screen.getByRole('button', { name: 'Revoke pipeline' }));
  await waitFor(() => expect(mockCalls.map(([key]) => key)).toEqual(['POST /v1/tokens/{token_id}/rotate', 'DELETE /v1/tokens/{token_id}']));
});

it('a user who is no administrator gets neither service tokens nor the policy of the tenant', async () => {
  mockState.isAdmin = false;
  render(<ApiTokens />);
  expect(screen.queryByLabelText('Longest life of a new token')).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Create token' }));
  const dialog = await screen.findByRole('dialog');
  expect(within(dialog).queryByText('Service: belongs to the tenant')).toBeNull();
  expect(within(dialog).getAllByRole('checkbox')).toHaveLength(1);
});

it('a program that shows a code gets a token only after the user saw who asks, limited to the accounts that it asks for', async () => {
  render(<ApiTokens />);
  fireEvent.click(screen.getByRole('button', { name: 'Connect a program' }));
  const dialog = await screen.findByRole('dialog');
  expect(within(dialog).getByRole('button', { name: 'Allow' }).hasAttribute('disabled')).toBe(true);
  fireEvent.change(within(dialog).getByLabelText('Code that the program shows'), { target: { value: 'bcdf-ghjk' } });
  await within(dialog).findByText(/"cam on laptop" asks for a token, from 203\.0\.113\.7/);
  expect(within(dialog).getByText('Production (111122223333)')).toBeTruthy();
  fireEvent.click(within(dialog).getByRole('button', { name: 'Allow' }));
  const body = { scopes: ['cam:general:read'], days: 60, accounts: ['111122223333'] };
  await waitFor(() => expect(mockCalls).toEqual([['POST /v1/tokens/requests/{user_code}', { path: { user_code: 'BCDFGHJK' }, body }]]));
});

it('the address of a program opens the question, which can be refused', async () => {
  mockState.connect = 'BCDF-GHJK';
  render(<ApiTokens />);
  const dialog = await screen.findByRole('dialog');
  fireEvent.click(within(dialog).getByRole('button', { name: 'Refuse' }));
  await waitFor(() => expect(mockCalls).toEqual([['DELETE /v1/tokens/requests/{user_code}', { path: { user_code: 'BCDFGHJK' } }]]));
});

it('an administrator allows assistants after a confirmation, and everybody sees the address and the tools', async () => {
  render(<ApiTokens />);
  expect(screen.getByText('https://cam.example/v1/mcp')).toBeTruthy();
  expect(screen.getByText('Run a query.')).toBeTruthy();
  mockState.confirmed = false;
  fireEvent.click(screen.getByRole('switch', { name: 'Allow assistants' }));
  await waitFor(() => expect(mockCalls).toEqual([]));
  mockState.confirmed = true;
  fireEvent.click(screen.getByRole('switch', { name: 'Allow assistants' }));
  await waitFor(() => expect(mockCalls).toEqual([['PUT /v1/mcp/settings', { body: { enabled: true } }]]));
});

it('an administrator turns the sign-in of assistants off and on', async () => {
  mockMcp.enabled = true;
  render(<ApiTokens />);
  fireEvent.click(screen.getByRole('switch', { name: 'Allow connections by sign-in' }));
  await waitFor(() => expect(mockCalls).toEqual([['PUT /v1/mcp/settings', { body: { enabled: true, sign_in: false } }]]));
  mockMcp.enabled = false;
});

it('a user who is no administrator sees that assistants are off', () => {
  mockState.isAdmin = false;
  render(<ApiTokens />);
  expect(screen.queryByRole('switch')).toBeNull();
  expect(screen.getByText('Off')).toBeTruthy();
});
