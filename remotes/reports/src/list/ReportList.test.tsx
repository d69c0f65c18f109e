import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import type { Report } from '@cam/contracts';
import { ReportList } from './ReportList';

let mockAnswer: object = {};
const mockRequests: unknown[] = [];
const mockSet = jest.fn();
jest.mock('@cam/platform', () => ({
  ...jest.requireActual<object>('@cam/platform'),
  useApi: (_key: string, args: { query: object }) => {
    mockRequests.push(args.query);
    return { mutate: async () => undefined, isValidating: false, ...mockAnswer };
  },
  useSession: () => ({ can: () => false }),
  useAddress: () => ({ get: () => 'r1', set: mockSet }),
  useListAddress: () => ({
    page: 0,
    pageSize: 20,
    paging: (total: number, busy: boolean) => ({ total, busy, page: 0, pageSize: 20, onPage: () => undefined }),
  }),
  storage: { get: () => null, set: () => undefined },
}));

const show = (answer: object): void => {
  mockAnswer = answer;
  render(
    <MemoryRouter>
      <ReportList />
    </MemoryRouter>,
  );
};
afterEach(cleanup);

it('ReportList shows why the list could not be loaded', () => {
  show({ error: { userMessage: 'Reports are turned off for your tenant.', trackingId: 't' } });
  screen.getByText(/Failed to get reports list\s+Error: Reports are turned off for your tenant\./);
});

it('ReportList shows the single report that an e-mail links to, and a button to show all', () => {
  const report = { report_id: 'r1', name: 'Roles 2026-11-23', type: 'REPORT_TYPE_ACCESS', format: 'CSV', status: 'REPORT_STATUS_COMPLETED', rows: 3 };
  const entries = [
    {
      ...report,
      progress: 100,
      schedule_id: 's',
      created_by: 'ann',
      create_date: '2026-11-23T08:00:00Z',
      expire_date: null,
      error: '',
      partial: ['missing_fields'],
    },
  ];
  show({ data: { entries: entries as unknown as Report[], count: 1 } });
  expect(mockRequests.at(-1)).toMatchObject({ report_id: 'r1' });
  screen.getByText('Showing one report.');
  screen.getByText('Scheduled');
  screen.getByText('Partial');
  screen.getByText('Missing Analytics, try again later once analytics has completed');
  expect(screen.queryByRole('button', { name: /Rename|Delete/ })).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Show all reports' }));
  expect(mockSet).toHaveBeenCalledWith({ report: null, page: null });
});
