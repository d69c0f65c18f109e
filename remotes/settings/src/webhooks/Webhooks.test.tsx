import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import type { Webhook, WebhookAttempt } from '@cam/contracts';
import { Webhooks } from './Webhooks';

const webhook: Webhook = {
  webhook_id: 'one',
  label: 'SIEM',
  url: 'https://siem.example/events',
  kinds: ['alert.raised'],
  format: 'CAM',
  state: 'ON',
  state_reason: '',
  bucket: null,
  public_keys: [{ key: 'whpk_present', valid_until: null }],
  sent_seq: 4,
  waiting: 3,
  failing: true,
  next_attempt: '2099-01-01T00:00:00.000Z',
  created_by: 'ana@demo.example',
  created_time: '2026-11-01T00:00:00.000Z',
};
const attempt: WebhookAttempt = {
  seq: 5,
  event_id: 'e',
  kind: 'alert.raised',
  time: '2026-11-02T00:00:00.000Z',
  ms: 12,
  sent: false,
  message: 'It answered 500',
  file: '',
};
const mockWebhooks: Webhook[] = [webhook];
const mockAttempts = [attempt];
const mockCalls: unknown[][] = [];
const mockToasts: string[] = [];
const mockState = { confirmed: true, test: { sent: false, message: 'It answered 500' }, secret: 'whsec_new' };
jest.mock('@cam/platform', () => ({
  ...jest.requireActual<object>('@cam/platform'),
  useSession: () => ({ rights: ['CAM_GENERAL_WRITE', 'CAM_ALERTS_READ'], can: () => true }),
  useApi: (key: string) => ({
    data: key.endsWith('attempts') ? { attempts: mockAttempts } : { webhooks: mockWebhooks },
    mutate: async () => undefined,
  }),
  callApi: async (key: string, args: unknown) => {
    mockCalls.push([key, args]);
    return key.endsWith('/test') ? mockState.test : { secret: mockState.secret, webhook };
  },
  confirm: async () => mockState.confirmed,
  notify: { success: (text: string) => mockToasts.push(text), error: (text: string) => mockToasts.push(text) },
}));

beforeEach(() => {
  mockCalls.length = 0;
  mockToasts.length = 0;
  Object.assign(mockState, { confirmed: true, secret: 'whsec_new' });
});

it('creates a webhook for the events that the user may read, and shows its secret once', async () => {
  render(<Webhooks />);
  fireEvent.click(screen.getByRole('button', { name: 'Create webhook' }));
  const dialog = await screen.findByRole('dialog');
  expect(within(dialog).queryByText('A source could not be read')).toBeNull();
  fireEvent.change(within(dialog).getByLabelText('Name'), { target: { value: ' Tickets ' } });
  fireEvent.change(within(dialog).getByLabelText('Address'), { target: { value: 'https://tickets.example/hook' } });
  fireEvent.click(within(dialog).getByText('A user or program changes something in CAM'));
  fireEvent.click(within(dialog).getByRole('button', { name: 'Create' }));
  await screen.findByText('whsec_new');
  const kinds = ['alert.raised', 'alert.changed', 'alert.closed', 'audit.entry'];
  expect(mockCalls).toEqual([['POST /v1/webhooks', { body: { label: 'Tickets', url: 'https://tickets.example/hook', kinds, format: 'CAM' } }]]);
});

it('shows why the last attempts failed, and tries again at once', async () => {
  render(<Webhooks />);
  fireEvent.click(screen.getByRole('button', { name: 'SIEM' }));
  const drawer = await screen.findByRole('dialog');
  expect(within(drawer).getByText(/It answered 500/)).toBeTruthy();
  expect(within(drawer).getByText(/Next attempt/)).toBeTruthy();
  expect(within(drawer).getByText('whpk_present')).toBeTruthy();
  fireEvent.click(within(drawer).getByRole('button', { name: 'Send test' }));
  await waitFor(() => expect(mockToasts).toEqual(['The test event was not accepted. It answered 500.']));
  fireEvent.click(within(drawer).getByRole('button', { name: 'Try now' }));
  await waitFor(() => expect(mockCalls.at(-1)).toEqual(['PATCH /v1/webhooks/{webhook_id}', { path: { webhook_id: 'one' }, body: { state: 'ON' } }]));
});

it('creates a delivery of files to a bucket', async () => {
  mockState.secret = '';
  render(<Webhooks />);
  fireEvent.click(screen.getByRole('button', { name: 'Create webhook' }));
  const dialog = await screen.findByRole('dialog');
  fireEvent.click(within(dialog).getByText('Bucket: files with many events'));
  expect(within(dialog).queryByLabelText('Address')).toBeNull();
  const fields = { Name: 'Archive', Bucket: 'siem', Region: 'eu-central-1', 'Access key ID': 'AKIA' };
  for (const [label, value] of Object.entries(fields)) fireEvent.change(within(dialog).getByLabelText(label), { target: { value } });
  expect(within(dialog).getByRole('button', { name: 'Create' }).hasAttribute('disabled')).toBe(true);
  fireEvent.change(within(dialog).getByLabelText('Secret access key'), { target: { value: 'hidden' } });
  fireEvent.click(within(dialog).getByRole('button', { name: 'Create' }));
  const bucket = { bucket: 'siem', region: 'eu-central-1', access_key_id: 'AKIA', secret_access_key: 'hidden' };
  const kinds = ['alert.raised', 'alert.changed', 'alert.closed'];
  await waitFor(() => expect(mockCalls).toEqual([['POST /v1/webhooks', { body: { label: 'Archive', kinds, format: 'CAM', bucket } }]]));
  expect(screen.queryByText(/Copy the signing secret/)).toBeNull();
});

it('sends nothing again and deletes nothing without a confirmation', async () => {
  mockState.confirmed = false;
  render(<Webhooks />);
  fireEvent.click(screen.getByRole('button', { name: 'SIEM' }));
  const drawer = await screen.findByRole('dialog');
  for (const name of ['Replay', 'New secret', 'Delete']) fireEvent.click(within(drawer).getByRole('button', { name }));
  await waitFor(() => expect(mockCalls).toEqual([]));
});
