import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import type { NotificationDelivery } from '@cam/contracts';
import * as platform from '@cam/platform';
import { UndeliveredNotifications } from './UndeliveredNotifications';

jest.mock('@cam/platform', () => ({ useApi: jest.fn(), callApi: jest.fn(async () => ({ error: '' })), confirm: jest.fn() }));

const mutate = jest.fn();
const failed: NotificationDelivery = {
  delivery_id: 'd-1',
  severity: 'HIGH',
  method: 'WEBHOOK',
  target: 'hooks.example',
  state: 'FAILED',
  alerts_count: 3,
  attempts: 8,
  created_at: '2026-03-01T10:00:00Z',
  next_at: null,
  message: 'It answered 503',
};

function show(deliveries: NotificationDelivery[], readOnly = false): void {
  (platform.useApi as unknown as jest.Mock).mockReturnValue({ data: { deliveries }, mutate });
  render(<UndeliveredNotifications severity="HIGH" readOnly={readOnly} />);
}
beforeEach(() => jest.clearAllMocks());

it('UndeliveredNotifications is hidden without undelivered notifications', () => {
  show([]);
  expect(screen.queryByRole('region')).toBeNull();
});

it('UndeliveredNotifications lists undelivered notifications with the reason, and sends one again', async () => {
  show([
    failed,
    { ...failed, delivery_id: 'd-2', method: 'EMAIL', target: 'ops@x.example', state: 'WAITING', attempts: 1, next_at: '2026-03-01T11:00:00Z' },
  ]);
  expect(screen.getByRole('heading', { name: 'Undelivered notifications (2)' })).toBeTruthy();
  expect(screen.getAllByText('It answered 503')).toHaveLength(2);
  expect(screen.getByText(/3 alerts from .*8 attempts$/)).toBeTruthy();
  expect(screen.getByText(/1 attempt, next attempt/)).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Send again to hooks.example' }));
  await waitFor(() => expect(mutate).toHaveBeenCalled());
  expect(platform.callApi).toHaveBeenCalledWith('POST /v1/tenants/notification/deliveries/{delivery_id}/retry', { path: { delivery_id: 'd-1' } });
});

it('UndeliveredNotifications discards a notification only after confirmation', async () => {
  const confirm = platform.confirm as unknown as jest.Mock;
  confirm.mockResolvedValueOnce(false).mockResolvedValueOnce(true);
  show([failed]);
  fireEvent.click(screen.getByRole('button', { name: 'Discard the notification to hooks.example' }));
  await waitFor(() => expect(confirm).toHaveBeenCalledTimes(1));
  expect(platform.callApi).not.toHaveBeenCalled();
  fireEvent.click(screen.getByRole('button', { name: 'Discard the notification to hooks.example' }));
  await waitFor(() => expect(mutate).toHaveBeenCalled());
  expect(platform.callApi).toHaveBeenCalledWith('DELETE /v1/tenants/notification/deliveries/{delivery_id}', { path: { delivery_id: 'd-1' } });
});

it('UndeliveredNotifications is read-only without the write right', () => {
  show([failed], true);
  expect(screen.queryByRole('button')).toBeNull();
});
