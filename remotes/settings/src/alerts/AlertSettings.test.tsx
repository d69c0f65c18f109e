import { fireEvent, render, screen } from '@testing-library/react';
import * as platform from '@cam/platform';
import { AlertSettings } from './AlertSettings';

jest.mock('@cam/platform', () => ({
  useApi: jest.fn(),
  useSession: jest.fn(),
  useUnsavedChanges: jest.fn(),
}));

/** The complete antd form renders slowly in jsdom on a busy machine. */
jest.setTimeout(30_000);

const useApi = platform.useApi as unknown as jest.Mock;
const mutate = jest.fn();

function show(answer: object, mayWrite = true): void {
  (platform.useSession as unknown as jest.Mock).mockReturnValue({ user: { email: 'ada@x.example' }, can: () => mayWrite });
  useApi.mockReturnValue({ mutate, ...answer });
  render(<AlertSettings severity="LOW" />);
}
const data = {
  notification_info: [
    { severity: 'HIGH', email: ['high@x.example'], slack_url: [], syslog: [] },
    { severity: 'LOW', email: ['low@x.example'], slack_url: [], syslog: [] },
  ],
};

it('AlertSettings shows a loading state', () => {
  show({});
  expect(screen.getByRole('status', { name: 'Loading the alert settings' })).toBeTruthy();
});

it('AlertSettings shows the error and retries', () => {
  show({ error: { userMessage: 'The server is busy.', trackingId: 't-1' } });
  expect(screen.getByText('The server is busy.')).toBeTruthy();
  expect(screen.getByText('Support code: t-1')).toBeTruthy();
  fireEvent.click(screen.getByText('Try again'));
  expect(mutate).toHaveBeenCalled();
});

it('AlertSettings shows its own severity, and keeps it when a refresh fails', () => {
  show({ data, error: { userMessage: 'The server is busy.' } });
  expect(screen.getByText('low@x.example')).toBeTruthy();
  expect(screen.queryByText('high@x.example')).toBeNull();
});

it('AlertSettings is read-only without the write right', () => {
  show({ data }, false);
  expect(screen.queryByText('SAVE')).toBeNull();
});
