import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import type { Api } from '@cam/contracts';
import { SecondFactor } from './SecondFactor';

type State = Api['GET /v1/tenants/users/second-factor']['answer'];

const NONE: State = { factors: [], recovery_codes_left: 0, is_required: false, manage_url: '/identity/second-factor' };
const APP: State['factors'][number] = {
  factor_id: 'one',
  kind: 'totp',
  name: 'Authenticator app',
  created_time: '2026-11-20T10:00:00.000Z',
  last_used_time: null,
};

const mockState = { data: NONE as State | undefined, userSource: 'COGNITO', isAdmin: true, confirmed: true };
const mockCalls: unknown[][] = [];
const mockToasts: string[] = [];
jest.mock('@cam/platform', () => ({
  useSession: () => ({ user: { userSource: mockState.userSource }, can: () => mockState.isAdmin }),
  useApi: (_key: string, args: unknown) => ({ data: args ? mockState.data : undefined, mutate: async () => undefined }),
  callApi: async (...call: unknown[]) => mockCalls.push(call),
  confirm: async () => mockState.confirmed,
  notify: { success: (text: string) => mockToasts.push(text) },
}));

beforeEach(() => {
  mockCalls.length = 0;
  mockToasts.length = 0;
  Object.assign(mockState, { data: NONE, userSource: 'COGNITO', isAdmin: true, confirmed: true });
});

describe('the second factors in the profile', () => {
  it('leads users without one to its set-up', () => {
    render(<SecondFactor />);
    screen.getByText(/Your password alone signs you in/);
    expect(screen.getByRole('link', { name: 'Set up' }).getAttribute('href')).toBe('/identity/second-factor');
  });

  it('lists factors and the recovery codes that are left', () => {
    mockState.data = { ...NONE, factors: [APP], recovery_codes_left: 1 };
    render(<SecondFactor />);
    expect(screen.getByRole('listitem').textContent).toMatch(/^Authenticator appAdded .+, never used$/);
    screen.getByText(/You have 1 recovery code left/);
    screen.getByRole('link', { name: 'Change' });
  });

  it('lets administrators require a second step after a confirmation', async () => {
    render(<SecondFactor />);
    const rule = screen.getByRole('switch', { name: 'Require a second step from all users' });
    mockState.confirmed = false;
    fireEvent.click(rule);
    mockState.confirmed = true;
    fireEvent.click(rule);
    await waitFor(() => expect(mockToasts).toEqual(['A second step is required now.']));
    expect(mockCalls).toEqual([['PUT /v1/tenants/second-factor', { body: { is_required: true } }]]);
  });

  it('tells other users that one is required, without the switch', () => {
    Object.assign(mockState, { isAdmin: false, data: { ...NONE, is_required: true } });
    render(<SecondFactor />);
    screen.getByText('Required by your administrator');
    expect(screen.queryByRole('switch')).toBeNull();
  });

  it('is not shown to users of another identity provider', () => {
    mockState.userSource = 'IDN_IDP';
    expect(render(<SecondFactor />).container.textContent).toBe('');
  });
});
