import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import type { Connection, TicketRule } from '@cam/contracts';
import { Connections } from './Connections';
import { fieldsOf } from './words';

const DIRECTORY = '7c1f0d1e-0f3a-4a57-9a55-2d4f0a4f0b01';
const APP = '2b9f8c1e-6a0c-4c33-8d0e-5f1f3f0e7a02';

const connection: Connection = {
  connection_id: 'one',
  kind: 'jira',
  label: 'Security board',
  url: 'https://company.atlassian.net',
  project: 'SEC',
  user: 'cam@company.example',
  issue_type: 'Task',
  fields: {},
  severities: [],
  channel: null,
  offered_channel: null,
  incoming_url: 'https://cam.example/v1/incoming/one',
  message: 'It refused the token (401)',
  tickets_count: 3,
  synced_time: null,
  created_by: 'ana@demo.example',
  created_time: '2026-11-01T00:00:00.000Z',
};
const mockConnections: Connection[] = [connection];
const rule: TicketRule = {
  ...{ rule_id: 'r', name: 'Crown jewels', connection_id: 'one', connection_label: 'Security board', about: 'GROUP', tickets_count: 4 },
  ...{ risk_above: 75, max_tier: 1, severities: ['HIGH'], monitor_ids: [], account_ids: [] },
  ...{ created_by: 'ana@demo.example', created_time: '2026-11-01T00:00:00.000Z' },
};
const mockRules: TicketRule[] = [rule];
const mockPreviews: unknown[] = [];
const mockCalls: unknown[][] = [];
const mockToasts: string[] = [];
const mockState = { confirmed: false, test: { passed: false, message: 'It refused the token (401)', key: '', url: '' } };
jest.mock('@cam/platform', () => ({
  ...jest.requireActual<object>('@cam/platform'),
  useSession: () => ({ tenant: { account_info: [{ account_id: '111122223333', account_name: 'Production' }] } }),
  useApi: (key: string, args: unknown) => {
    if (key.endsWith('/preview')) {
      mockPreviews.push(args);
      return { data: { tickets_count: 2, alerts_count: 5 } };
    }
    if (key.endsWith('/rules')) return { data: { rules: mockRules }, mutate: async (): Promise<undefined> => undefined };
    if (key.endsWith('/monitors')) return { data: { monitor_info_list: [{ monitor_id: 'm', name: 'Payroll is read' }] } };
    return { data: { connections: mockConnections }, mutate: async (): Promise<undefined> => undefined };
  },
  callApi: async (key: string, args: unknown) => {
    mockCalls.push([key, args]);
    return key.endsWith('/test') ? mockState.test : { secret: 'new-secret', connection };
  },
  confirm: async () => mockState.confirmed,
  notify: { success: (text: string) => mockToasts.push(text), error: (text: string) => mockToasts.push(text) },
}));

beforeEach(() => {
  mockCalls.length = 0;
  mockToasts.length = 0;
});

it('connects a product with what it asks for, and shows the secret of its messages once', async () => {
  render(<Connections />);
  fireEvent.click(screen.getByRole('button', { name: 'Connect GitHub' }));
  const dialog = await screen.findByRole('dialog');
  expect(within(dialog).queryByLabelText('Email address')).toBeNull();
  fireEvent.change(within(dialog).getByLabelText('Repository'), { target: { value: 'acme/access' } });
  fireEvent.change(within(dialog).getByLabelText('Fine-grained token'), { target: { value: 'github_pat' } });
  fireEvent.click(within(dialog).getByRole('button', { name: 'Connect' }));
  await screen.findByText('new-secret');
  const body = {
    kind: 'github',
    label: 'GitHub',
    url: 'https://api.github.com',
    project: 'acme/access',
    user: '',
    issue_type: '',
    fields: {},
    token: 'github_pat',
  };
  expect(mockCalls).toEqual([['POST /v1/connections', { body }]]);
});

it('connects Slack with the signing secret of its app', async () => {
  render(<Connections />);
  fireEvent.click(screen.getByRole('button', { name: 'Connect Slack' }));
  const dialog = await screen.findByRole('dialog');
  fireEvent.change(within(dialog).getByLabelText('Channel'), { target: { value: 'C0123456789' } });
  fireEvent.change(within(dialog).getByLabelText('Bot token'), { target: { value: 'xoxb-1' } });
  const connect = within(dialog).getByRole<HTMLButtonElement>('button', { name: 'Connect' });
  expect(connect.disabled).toBe(true);
  fireEvent.change(within(dialog).getByLabelText('Signing secret'), { target: { value: 'signing-secret' } });
  fireEvent.click(within(dialog).getByRole('button', { name: 'Connect' }));
  await waitFor(() => expect(mockCalls).toHaveLength(1));
  expect(mockCalls[0]?.[1]).toMatchObject({ body: { kind: 'slack', severities: ['HIGH'], signing_secret: 'signing-secret', token: 'xoxb-1' } });
});

it('connects Microsoft Teams with the ids of the bot and its client secret', async () => {
  render(<Connections />);
  fireEvent.click(screen.getByRole('button', { name: 'Connect Microsoft Teams' }));
  const dialog = await screen.findByRole('dialog');
  expect(within(dialog).queryByLabelText('Signing secret')).toBeNull();
  fireEvent.change(within(dialog).getByLabelText('Directory (tenant) ID'), { target: { value: DIRECTORY } });
  fireEvent.change(within(dialog).getByLabelText('Client secret'), { target: { value: 'client-secret' } });
  const connect = within(dialog).getByRole<HTMLButtonElement>('button', { name: 'Connect' });
  expect(connect.disabled).toBe(true);
  fireEvent.change(within(dialog).getByLabelText('Application (client) ID'), { target: { value: APP } });
  fireEvent.click(connect);
  await waitFor(() => expect(mockCalls).toHaveLength(1));
  const body = {
    kind: 'teams',
    url: 'https://login.microsoftonline.com',
    project: DIRECTORY,
    user: APP,
    severities: ['HIGH'],
    token: 'client-secret',
  };
  expect(mockCalls[0]?.[1]).toMatchObject({ body });
});

describe('a bot of Microsoft Teams', () => {
  const show = (part: Partial<Connection>) => {
    const bot: Connection = { ...connection, kind: 'teams', label: 'Our bot', project: DIRECTORY, message: '', ...part };
    mockConnections.push({ ...bot, incoming_url: 'https://cam.example/v1/incoming/one/teams' });
    render(<Connections />);
    mockConnections.pop();
    return screen.getByRole('group', { name: 'Our bot' });
  };

  it('says what to do until it has a channel', () => {
    const row = show({});
    expect(within(row).getByText('No channel yet')).toBeTruthy();
    expect(within(row).getByText(/enter the messaging endpoint https:\/\/cam\.example\/v1\/incoming\/one\/teams/)).toBeTruthy();
    expect(within(row).queryByRole('button', { name: 'New secret' })).toBeNull();
  });

  it('gets the channel in which somebody wrote to it, once an administrator chooses it', async () => {
    const row = show({ offered_channel: { id: '19:alerts@thread.tacv2', heard_from: 'Ana Lima' } });
    expect(within(row).getByText(/^Ana Lima wrote to the bot in the channel 19:alerts@thread\.tacv2\./)).toBeTruthy();
    fireEvent.click(within(row).getByRole('button', { name: 'Use this channel for Our bot' }));
    const args = { path: { connection_id: 'one' }, body: { channel: '19:alerts@thread.tacv2' } };
    await waitFor(() => expect(mockCalls).toEqual([['PATCH /v1/connections/{connection_id}', args]]));
    await waitFor(() => expect(mockToasts).toEqual(['Our bot posts to this channel now.']));
  });

  it('shows its channel, and offers another one beside it', () => {
    const row = show({ channel: { id: '19:alerts@thread.tacv2', heard_from: '' }, offered_channel: { id: '19:other@thread.tacv2', heard_from: '' } });
    expect(within(row).getByText('Connected')).toBeTruthy();
    expect(within(row).getByText('Posts to the channel 19:alerts@thread.tacv2.')).toBeTruthy();
    expect(within(row).getByText(/^Somebody wrote to the bot in another channel/)).toBeTruthy();
  });
});

it('shows why a connection fails, tests it, and asks before it disconnects', async () => {
  render(<Connections />);
  const row = screen.getByRole('group', { name: 'Security board' });
  expect(within(row).getByText('It refused the token (401).')).toBeTruthy();
  fireEvent.click(within(row).getByRole('button', { name: 'Test' }));
  await waitFor(() => expect(mockToasts).toEqual(['The test failed. It refused the token (401).']));
  fireEvent.click(within(row).getByRole('button', { name: 'Disconnect' }));
  await waitFor(() => expect(mockCalls).toHaveLength(1));
});

it('adds a rule after a preview of its tickets', async () => {
  render(<Connections />);
  fireEvent.click(screen.getByRole('button', { name: 'Add rule' }));
  const dialog = await screen.findByRole('dialog');
  expect(within(dialog).getByRole('status').textContent).toBe('Would make 2 tickets now, about 5 alerts.');
  fireEvent.change(within(dialog).getByLabelText('Name'), { target: { value: ' Tier 0 ' } });
  fireEvent.click(within(dialog).getByText('high'));
  fireEvent.click(within(dialog).getByText('One for each alert'));
  fireEvent.click(within(dialog).getByRole('button', { name: 'Add' }));
  const conditions = { connection_id: 'one', about: 'ALERT', risk_above: 75, max_tier: 1, severities: ['HIGH'], monitor_ids: [], account_ids: [] };
  await waitFor(() => expect(mockCalls).toEqual([['POST /v1/tickets/rules', { body: { name: 'Tier 0', ...conditions } }]]));
  expect(mockPreviews).toContainEqual({ body: conditions });
});

it('shows the rules in words, and deletes one after a confirmation only', async () => {
  render(<Connections />);
  expect(screen.getByText('risk above 75, tier 0 to 1, severity high')).toBeTruthy();
  expect(screen.getByText('One ticket for each group in Security board')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Delete Crown jewels' }));
  await waitFor(() => expect(mockCalls).toEqual([]));
});

it('reads required fields, one on a line', () => {
  expect(fieldsOf('customfield_1 = {"value": "a = b"}\n\n team=x ')).toEqual({ customfield_1: '{"value": "a = b"}', team: 'x' });
  expect(fieldsOf('nothing')).toBeNull();
});
