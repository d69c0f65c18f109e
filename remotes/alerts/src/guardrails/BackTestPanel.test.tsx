import { fireEvent, render, screen, within } from '@testing-library/react';
import type { BackTest } from '@cam/contracts';
import * as platform from '@cam/platform';
import { BackTestPanel } from './BackTestPanel';

jest.mock('@cam/platform', () => ({ callApi: jest.fn() }));

const callApi = platform.callApi as unknown as jest.Mock;
const FIELDS = { query: 'user', ignoreCreate: { identity: true, object: false }, ignoreDelete: { identity: true, object: true } };
const TEST: BackTest = {
  days: [
    { day: '2026-03-01', found: 2, raised: 2, closed: 0, open: 2 },
    { day: '2026-03-04', found: 2, raised: 1, closed: 1, open: 2 },
  ],
  first_look_count: 2,
  later_count: 1,
  open_count: 2,
  is_cut: true,
  days_left_out: 3,
  raised: [{ day: '2026-03-04', name: 'bob', type: 'USER', uri: 'u/bob', account_id: '1', reached_count: 2 }],
};
const run = () => fireEvent.click(screen.getByRole('button', { name: 'Test on the last 30 days' }));
beforeEach(() => callApi.mockReset().mockResolvedValue(TEST));

it('BackTestPanel shows the alerts that it would have raised, by day and entity', async () => {
  render(<BackTestPanel fields={FIELDS} disabled={false} />);
  run();
  expect((await screen.findByText('3 alerts')).parentElement?.textContent).toContain(
    '2 on the first day and 1 later, over 2 days with a snapshot. 2 alerts would still be open.',
  );
  expect(callApi).toHaveBeenCalledWith('POST /v1/intents/monitors/backtest', {
    body: { query: 'user', suppression_create: 'ALERT_SUPPRESSION_IDENTITY', suppression_delete: 'ALERT_SUPPRESSION_BOTH' },
  });
  const days = within(screen.getByRole('list', { name: 'Alerts by day' })).getAllByRole('img');
  expect(days.map((day) => day.getAttribute('aria-label'))).toEqual(['2026-03-01: 2 alerts', '2026-03-04: 1 alert, 1 closed']);
  expect(screen.getByText('2 resources')).toBeTruthy();
  expect(screen.getByText(/The query matches more rows than this test reads/)).toBeTruthy();
  expect(screen.getByText('The earliest 3 days were skipped because the query takes too long.')).toBeTruthy();
  expect(screen.getByText('Only the latest 1 alert is listed.')).toBeTruthy();
});

it('BackTestPanel drops the result after a change of the query', async () => {
  const { rerender } = render(<BackTestPanel fields={FIELDS} disabled={false} />);
  run();
  await screen.findByText('3 alerts');
  rerender(<BackTestPanel fields={{ ...FIELDS, query: 'role' }} disabled={false} />);
  expect(screen.queryByText('3 alerts')).toBeNull();
});

it('BackTestPanel reports missing snapshots', async () => {
  callApi.mockResolvedValue({ ...TEST, days: [], raised: [], first_look_count: 0, later_count: 0, open_count: 0 });
  render(<BackTestPanel fields={FIELDS} disabled={false} />);
  run();
  expect(await screen.findByText('No snapshots yet. Connect or import a source first.')).toBeTruthy();
});

it('BackTestPanel is disabled for an incomplete query', () => {
  render(<BackTestPanel fields={FIELDS} disabled />);
  expect(screen.getByRole<HTMLButtonElement>('button').disabled).toBe(true);
});
