import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import type { ReportSchedule } from '@cam/contracts';
import { ScheduleList } from './ScheduleList';

const mockCalls: [string, unknown][] = [];
let mockMayWrite = true;
let mockSchedules: ReportSchedule[] = [];
jest.mock('@cam/platform', () => ({
  ...jest.requireActual<object>('@cam/platform'),
  useApi: () => ({ data: { schedules: mockSchedules, has_mail: false }, mutate: async () => undefined }),
  useSession: () => ({ can: () => mockMayWrite, user: { email: 'ann@company.example' } }),
  useAccountFilter: () => ({ current: null }),
  useAddress: () => ({ get: () => '', set: () => undefined }),
  callApi: async (key: string, { body }: { body?: unknown }) => void mockCalls.push([key, body]),
  confirm: async () => true,
  notify: { success: () => undefined, error: () => undefined },
  ApiFailure: class extends Error {},
  storage: { get: () => null, set: () => undefined },
}));

const weekly = {
  schedule_id: '1',
  name: 'Roles',
  type: 'REPORT_TYPE_UNUSED_ACCESS_ROLE_SUMMARY',
  format: 'XLSX',
  criteria: {},
  account_id: null,
  frequency: 'WEEKLY',
  day: 1,
  hour: 8,
  time_zone: 'UTC',
  recipients: ['ann@company.example', 'bob@company.example'],
  paused: false,
  next_run: '2026-11-30T08:00:00.000Z',
  last_run: { at: '2026-11-23T08:00:00.000Z', report_id: 'r1', state: 'FAILED', sent: 1, failed: 1, error: 'The mail server answered 550' },
  created_by: 'ann@company.example',
  create_date: '2026-11-01T08:00:00.000Z',
} satisfies ReportSchedule;

function show(schedules: ReportSchedule[], mayWrite = true): void {
  mockCalls.length = 0;
  [mockSchedules, mockMayWrite] = [schedules, mayWrite];
  render(
    <MemoryRouter>
      <ScheduleList />
    </MemoryRouter>,
  );
}
afterEach(cleanup);

it('ScheduleList shows the result of the last run, and that no mail server is configured', () => {
  show([weekly]);
  screen.getByText('Mondays at 08:00');
  screen.getByText('Not sent to 1 of 2');
  screen.getByText('The mail server answered 550');
  screen.getByText(/No mail server is configured/);
});

it('ScheduleList allows sending, pausing and deleting only with the write right', async () => {
  show([weekly], false);
  expect(screen.queryByRole('button', { name: /Roles|Schedule report/ })).toBeNull();
  cleanup();
  show([weekly]);
  for (const choice of ['Send now', 'Pause', 'Delete']) {
    fireEvent.click(screen.getByRole('button', { name: 'More for Roles' }));
    fireEvent.click(await screen.findByRole('menuitem', { name: choice }));
  }
  await waitFor(() =>
    expect(mockCalls).toEqual([
      ['POST /v1/reports/schedules/{schedule_id}/run', undefined],
      ['PATCH /v1/reports/schedules/{schedule_id}', { paused: true }],
      ['DELETE /v1/reports/schedules/{schedule_id}', undefined],
    ]),
  );
});

it('ScheduleList saves the form after its errors are corrected', async () => {
  show([]);
  fireEvent.click(screen.getAllByRole('button', { name: /Schedule report/ })[0] as HTMLElement);
  fireEvent.click(await screen.findByRole('button', { name: 'Schedule' }));
  await screen.findByText('Enter a name.');
  expect(mockCalls).toEqual([]);
  fireEvent.change(screen.getByRole('textbox', { name: 'Name' }), { target: { value: 'Weekly' } });
  fireEvent.click(screen.getByText('CSV'));
  fireEvent.click(screen.getByRole('button', { name: 'Schedule' }));
  await waitFor(() =>
    expect(mockCalls).toEqual([
      [
        'POST /v1/reports/schedules',
        expect.objectContaining({ name: 'Weekly', format: 'CSV', frequency: 'WEEKLY', day: 1, recipients: ['ann@company.example'] }),
      ],
    ]),
  );
});
