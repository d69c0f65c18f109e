import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import type { Connection, Ticket } from '@cam/contracts';
import { TicketList } from './TicketList';

const ticket = {
  ticket_id: 't1',
  connection_id: 'c1',
  connection_label: 'Security board',
  product: 'jira',
  state: 'LINKED',
  key: 'SEC-12',
  url: 'https://company.atlassian.net/browse/SEC-12',
  status: 'In Progress',
  category: 'DOING',
  message: '',
} as Ticket;
const mockState = { tickets: [] as Ticket[], can: true };
const mockCalls: unknown[][] = [];
const mockConnections = [{ connection_id: 'c1', kind: 'jira', label: 'Security board', project: 'SEC' } as Connection];
jest.mock('@cam/platform', () => ({
  useSession: () => ({ can: () => mockState.can }),
  useApi: (key: string, args: unknown) => ({
    data:
      args === null
        ? undefined
        : key.endsWith('preview')
          ? { title: 'Payroll is read', text: 'Affected' }
          : { tickets: mockState.tickets, connections: mockConnections },
    mutate: async () => undefined,
  }),
  callApi: async (key: string, args: unknown) => {
    mockCalls.push([key, args]);
    return { ...ticket, key: '' };
  },
  confirm: async () => true,
  notify: { success: () => undefined, error: () => undefined },
}));

const about = { kind: 'ALERT' as const, key: 'a1' };
beforeEach(() => {
  mockCalls.length = 0;
  Object.assign(mockState, { tickets: [], can: true });
});

it('shows the key of a ticket with its status in the product', () => {
  mockState.tickets = [ticket];
  render(<TicketList about={about} />);
  expect(screen.getByRole('link', { name: 'SEC-12' }).getAttribute('href')).toBe(ticket.url);
  expect(screen.getByText('In Progress')).toBeTruthy();
});

it('shows the ticket before it is made', async () => {
  render(<TicketList about={about} />);
  fireEvent.click(screen.getByRole('button', { name: 'Make ticket' }));
  const dialog = await screen.findByRole('dialog');
  expect(within(dialog).getByRole('region', { name: 'Preview' }).textContent).toContain('Payroll is read');
  fireEvent.click(within(dialog).getByRole('button', { name: 'Make ticket' }));
  await waitFor(() => expect(mockCalls).toEqual([['POST /v1/tickets', { body: { connection_id: 'c1', about } }]]));
});

it('says why a ticket could not be made, and tries again', async () => {
  mockState.tickets = [{ ...ticket, state: 'FAILED', key: '', url: '', message: 'It answered 400: Team is required' }];
  render(<TicketList about={about} />);
  expect(screen.getByText('It answered 400: Team is required.')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Retry' }));
  await waitFor(() => expect(mockCalls[0]?.[0]).toBe('POST /v1/tickets/{ticket_id}/retry'));
});

it('takes no space without tickets for users who may not make any', () => {
  mockState.can = false;
  const { container } = render(<TicketList about={about} />);
  expect(container.textContent).toBe('');
});
