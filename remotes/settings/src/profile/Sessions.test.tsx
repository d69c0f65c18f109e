import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import type { UserSession } from '@cam/contracts';
import { Sessions } from './Sessions';

const mockMine: UserSession = {
  session_id: 'one',
  is_current: true,
  device: 'Firefox on Linux',
  address: '203.0.113.7',
  signed_in_time: '2026-11-20T10:00:00.000Z',
  last_used_time: '2026-11-23T10:00:00.000Z',
};
const mockOther: UserSession = { ...mockMine, session_id: 'two', is_current: false, device: 'Chrome on Windows', address: '' };

const mockCalls: unknown[][] = [];
const mockToasts: string[] = [];
const mockState = { userSource: 'COGNITO', confirmed: true, fails: false };
const mockMutate = jest.fn(async () => undefined);
jest.mock('@cam/platform', () => ({
  useSession: () => ({ user: { userSource: mockState.userSource } }),
  useApi: (_key: string, args: unknown) => ({ data: args ? { sessions: [mockMine, mockOther] } : undefined, mutate: mockMutate }),
  callApi: async (...call: unknown[]) => {
    mockCalls.push(call);
    if (mockState.fails) throw new Error('refused');
  },
  confirm: async () => mockState.confirmed,
  notify: { success: (text: string) => mockToasts.push(text) },
}));

beforeEach(() => {
  mockCalls.length = 0;
  mockToasts.length = 0;
  Object.assign(mockState, { userSource: 'COGNITO', confirmed: true, fails: false });
});

describe('the list of sessions', () => {
  it('names device, address and last use, and marks this browser, which it cannot sign out', () => {
    render(<Sessions />);
    const [mine, other] = screen.getAllByRole('listitem');
    expect(mine?.textContent).toContain('Firefox on Linux');
    expect(mine?.textContent).toContain('This browser');
    expect(mine?.textContent).toContain('203.0.113.7, last used');
    expect(mine?.querySelector('button')).toBeNull();
    expect(other?.textContent).toContain('Unknown address');
  });

  it('signs out one browser after a confirmation', async () => {
    render(<Sessions />);
    fireEvent.click(screen.getByRole('button', { name: /^Sign out Chrome on Windows/ }));
    await waitFor(() => expect(mockToasts).toEqual(['Signed out Chrome on Windows.']));
    expect(mockCalls).toEqual([['DELETE /v1/tenants/users/sessions/{session_id}', { path: { session_id: 'two' } }]]);
    expect(mockMutate).toHaveBeenCalled();
  });

  it('signs out everywhere else, unless the user declines or the call fails', async () => {
    render(<Sessions />);
    const everywhere = screen.getByRole('button', { name: 'Sign out everywhere else' });
    mockState.confirmed = false;
    fireEvent.click(everywhere);
    mockState.confirmed = true;
    mockState.fails = true;
    fireEvent.click(everywhere);
    await waitFor(() => expect(mockCalls).toEqual([['DELETE /v1/tenants/users/sessions']]));
    expect(mockToasts).toEqual([]);
    mockState.fails = false;
    fireEvent.click(everywhere);
    await waitFor(() => expect(mockToasts).toEqual(['Signed out everywhere else.']));
  });

  it('is not shown to users of another identity provider', () => {
    mockState.userSource = 'IDN_IDP';
    const { container } = render(<Sessions />);
    expect(container.textContent).toBe('');
  });
});
