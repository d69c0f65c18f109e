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
  created_time: '2026-11-01T00:00:00.000Z',
  expires_time: '2099-01-01T00:00:00.000Z',
  last_used_time: null,
  last_used_from: null,
  revoked_time: null,
};
const mockTokens: ApiToken[] = [token, { ...token, token_id: 'two', name: 'former', revoked_time: '2026-11-02T00:00:00.000Z' }];
const mockCalls: unknown[][] = [];
const mockState = { isAdmin: true, confirmed: true };
jest.mock('@cam/platform', () => ({
  useSession: () => ({
    rights: mockState.isAdmin ? ['CAM_GENERAL_READ', 'CAM_GENERAL_WRITE', 'CAM_OPERATOR'] : ['CAM_GENERAL_READ'],
    can: () => mockState.isAdmin,
  }),
  useApi: () => ({ data: { tokens: mockTokens, max_days: 60 }, mutate: async () => undefined }),
  callApi: async (key: string, args: unknown) => {
    mockCalls.push([key, args]);
    return { token: 'cam_value', api_token: mockTokens[0] };
  },
  confirm: async () => mockState.confirmed,
  notify: { success: () => undefined, error: () => undefined },
}));

beforeEach(() => {
  mockCalls.length = 0;
  Object.assign(mockState, { isAdmin: true, confirmed: true });
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
  fireEvent.click(within(dialog).getByRole('button', { name: 'Create' }));
  await screen.findByText('cam_value');
  const body = { name: 'nightly', kind: 'SERVICE', scopes: ['cam:general:read'], days: 60, networks: ['203.0.113.7', '2001:db8::/32'] };
  expect(mockCalls).toEqual([['POST /v1/tokens', { body }]]);
});

it('only a valid token can be rotated or revoked, after a confirmation', async () => {
  render(<ApiTokens />);
  expect(screen.queryByRole('button', { name: 'Revoke former' })).toBeNull();
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
