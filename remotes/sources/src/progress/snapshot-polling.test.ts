import { afterFailure, KNOWN, PROGRESS_FAILED, refreshing } from './snapshot-polling';

it('snapshot polling reports a failing progress request after a minute, until it succeeds', () => {
  const first = afterFailure(KNOWN, 1000);
  expect(first).toEqual({ polling: 'NORMAL', failedAt: 1000 });
  expect(afterFailure(first, 60_999).polling).toBe('NORMAL');
  const failing = afterFailure(first, 61_000);
  expect(failing).toEqual({ polling: 'POLLING', failedAt: 1000 });
  expect(refreshing(failing).polling).toBe('REFRESHING');
  expect(afterFailure(refreshing(failing), 62_000).polling).toBe('POLLING');
  expect(refreshing(KNOWN)).toBe(KNOWN);
  expect(PROGRESS_FAILED).toBe('Failed to get snapshot progress');
});
