import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import type { Role } from '@cam/contracts';
import { Roles } from './Roles';

const VIEWER: Role = {
  ...{ role_id: 'viewer', name: 'Viewer', description: 'Reads everything', rights: ['CAM_GENERAL_READ'], accounts: [], members: [] },
  ...{ built_in: true, version: 0, changed_by: '', changed_time: null },
};
const OWN: Role = {
  ...{ role_id: 'own', name: 'Payments', description: '', rights: ['CAM_ALERTS_READ'], accounts: ['111122223333'] },
  ...{ members: [{ kind: 'USER' as const, name: 'ana@demo.example' }], built_in: false, version: 3 },
  ...{ changed_by: 'admin@demo.example', changed_time: '2026-11-01T00:00:00.000Z' },
};
const mockCalls: unknown[][] = [];
const mockAsked: unknown[] = [];
const mockRoles: Role[] = [];
const mockPreview = {
  subjects: [
    {
      subject: 'Search',
      calls: [
        { summary: 'Run a query', changes: false, refused: '' },
        { summary: 'Read one event', changes: false, refused: 'a log record names others' },
      ],
    },
  ],
};
jest.mock('@cam/platform', () => ({
  ...jest.requireActual<object>('@cam/platform'),
  useSession: () => ({ tenant: { account_info: [{ account_id: '111122223333', account_name: 'Production' }] } }),
  useUnsavedChanges: () => undefined,
  useApi: (key: string, args: unknown) => {
    const mutate = async (): Promise<undefined> => undefined;
    if (!key.includes('preview')) return { data: { roles: mockRoles, grantable: ['CAM_GENERAL_READ', 'CAM_ALERTS_READ'] }, mutate };
    mockAsked.push(args);
    return { data: args ? mockPreview : undefined, mutate };
  },
  callApi: async (key: string, args: unknown) => {
    mockCalls.push([key, args]);
    return mockRoles[0];
  },
  confirm: async () => true,
  notify: { success: () => undefined, error: () => undefined },
}));

beforeEach(() => {
  mockCalls.length = 0;
  mockAsked.length = 0;
  mockRoles.splice(0, mockRoles.length, VIEWER, OWN);
});

it('the table says what a role allows, where and for whom', () => {
  render(<Roles />);
  const row = screen.getByRole('button', { name: 'Payments' }).closest('tr, [role=row]') as HTMLElement;
  expect(within(row).getByText('Read alerts and exclusions')).toBeTruthy();
  expect(within(row).getByText('Production')).toBeTruthy();
});

it('a role is created with rights that the user may give, after its calls were shown', async () => {
  render(<Roles />);
  fireEvent.click(screen.getByRole('button', { name: 'Create role' }));
  const drawer = await screen.findByRole('dialog');
  const submit = within(drawer).getByRole('button', { name: 'Create role' });
  expect(submit.hasAttribute('disabled')).toBe(true);
  expect(within(drawer).getByText('Choose rights to see what they allow.')).toBeTruthy();
  expect(
    within(drawer)
      .getByRole('checkbox', { name: /Connect, import, change/ })
      .hasAttribute('disabled'),
  ).toBe(true);
  fireEvent.change(within(drawer).getByLabelText('Name'), { target: { value: ' Readers ' } });
  fireEvent.click(within(drawer).getByRole('checkbox', { name: /Search access/ }));
  expect(await within(drawer).findByText('1 read, 1 not in single accounts')).toBeTruthy();
  expect(mockAsked.at(-1)).toEqual({ body: { rights: ['CAM_GENERAL_READ'], accounts: [] } });
  fireEvent.click(submit);
  const body = { name: 'Readers', description: '', rights: ['CAM_GENERAL_READ'], accounts: [], members: [] };
  await waitFor(() => expect(mockCalls).toEqual([['POST /v1/roles', { body }]]));
});

it('a role is changed in its version, and deleted after a confirmation', async () => {
  render(<Roles />);
  fireEvent.click(screen.getByRole('button', { name: 'Payments' }));
  const drawer = await screen.findByRole('dialog');
  fireEvent.change(within(drawer).getByLabelText('Description'), { target: { value: 'Team' } });
  fireEvent.click(within(drawer).getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(mockCalls).toHaveLength(1));
  expect(mockCalls[0]).toEqual([
    'PUT /v1/roles/{role_id}',
    {
      path: { role_id: 'own' },
      body: { name: 'Payments', description: 'Team', rights: ['CAM_ALERTS_READ'], accounts: ['111122223333'], members: OWN.members, version: 3 },
    },
  ]);
  fireEvent.click(screen.getByRole('button', { name: 'Payments' }));
  fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(mockCalls[1]).toEqual(['DELETE /v1/roles/{role_id}', { path: { role_id: 'own' } }]));
});

it('of a built-in role, only the members can be changed', async () => {
  render(<Roles />);
  fireEvent.click(screen.getByRole('button', { name: 'Viewer' }));
  const drawer = await screen.findByRole('dialog');
  expect(within(drawer).getByLabelText('Name').hasAttribute('disabled')).toBe(true);
  expect(within(drawer).queryByRole('button', { name: 'Delete' })).toBeNull();
  expect(within(drawer).getByLabelText('People').hasAttribute('disabled')).toBe(false);
});
