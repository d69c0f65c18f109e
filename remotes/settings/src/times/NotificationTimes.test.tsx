import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import * as platform from '@cam/platform';
import { NotificationTimes } from './NotificationTimes';

jest.mock('@cam/platform', () => ({
  callApi: jest.fn(),
  notify: { success: jest.fn() },
  useApi: jest.fn(),
  useSession: jest.fn(),
  useUnsavedChanges: jest.fn(),
}));

/** The complete antd form renders slowly in jsdom on a busy machine. */
jest.setTimeout(30_000);

const callApi = platform.callApi as jest.Mock;
const mutate = jest.fn(async () => undefined);
const SCHEDULE = { time_zone: 'UTC', quiet: null, digests: { HIGH: 'AT_ONCE', MEDIUM: 'AT_ONCE', LOW: 'DAILY' }, digest_at: '08:00' };

function show(answer: object = {}, mayWrite = true): void {
  (platform.useSession as unknown as jest.Mock).mockReturnValue({ can: () => mayWrite });
  (platform.useApi as unknown as jest.Mock).mockReturnValue({
    data: { schedule: SCHEDULE, held_count: 0, held_until: null },
    mutate,
    ...answer,
  });
  render(<NotificationTimes />);
}
const saveButton = () => screen.getByText('SAVE').closest('button') as HTMLButtonElement;

beforeEach(() => {
  callApi.mockReset().mockResolvedValue({});
  mutate.mockClear();
});

it('saves quiet hours, which start as every night with high alerts exempt', async () => {
  show();
  expect(saveButton().disabled).toBe(true);
  fireEvent.click(screen.getByRole('switch', { name: 'Quiet hours' }));
  expect(screen.getByText(/^From 22:00 until 07:00 of the next day\./)).toBeTruthy();
  fireEvent.change(screen.getByLabelText('From'), { target: { value: '20:30' } });
  fireEvent.click(screen.getByRole('switch', { name: 'High alerts still notify' }));
  fireEvent.click(saveButton());
  await waitFor(() => expect(mutate).toHaveBeenCalled());
  expect(callApi).toHaveBeenCalledWith('PUT /v1/tenants/notification-schedule', {
    body: { schedule: { ...SCHEDULE, quiet: { days: [1, 2, 3, 4, 5, 6, 7], from: '20:30', to: '07:00', except_high: false } } },
  });
  expect(platform.notify.success).toHaveBeenCalledWith('Alert data has been changed');
});

it('refuses quiet hours that never end, and a daily digest without a time', () => {
  show();
  fireEvent.change(screen.getByLabelText('Daily digest at'), { target: { value: '' } });
  expect(saveButton().disabled).toBe(true);
  fireEvent.change(screen.getByLabelText('Daily digest at'), { target: { value: '09:00' } });
  expect(saveButton().disabled).toBe(false);
  fireEvent.click(screen.getByRole('switch', { name: 'Quiet hours' }));
  fireEvent.change(screen.getByLabelText('Until'), { target: { value: '22:00' } });
  expect(screen.getByRole('alert').textContent).toBe('Quiet hours must end: choose fewer days, or another end.');
  expect(saveButton().disabled).toBe(true);
});

it('says how many alerts wait, and until when', () => {
  show({ data: { schedule: SCHEDULE, held_count: 12, held_until: '2026-03-01T07:00:00Z' } });
  expect(screen.getByRole('status').textContent).toMatch(/^12 alerts wait to be sent\. The next message goes out 2026-03-01 \d\d:\d\d [AP]M\.$/);
});

it('is read-only without the write right, and offers another try after an error', () => {
  show({}, false);
  expect(screen.queryByText('SAVE')).toBeNull();
  expect(screen.getByRole<HTMLButtonElement>('switch', { name: 'Quiet hours' }).disabled).toBe(true);
  show({ data: undefined, error: { userMessage: 'The server is busy.', trackingId: 't-1' } });
  fireEvent.click(screen.getByText('Try again'));
  expect(mutate).toHaveBeenCalled();
});
