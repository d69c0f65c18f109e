import { afterFailure, KNOWN, PROGRESS_FAILED, refreshing } from './snapshot-polling';

it('tells of progress that cannot be read once that lasts a minute, and no more once it is', () => {
  const first = afterFailure(KNOWN, 1000);
  expect(first).toEqual({ polling: 'NORMAL', failedAt: 1000 });
  expect(afterFailure(first, 60_999).polling).toBe('NORMAL');
  const told = afterFailure(first, 61_000);
  expect(told).toEqual({ polling: 'POLLING', failedAt: 1000 });
  expect(refreshing(told).polling).toBe('REFRESHING');
  expect(afterFailure(refreshing(told), 62_000).polling).toBe('POLLING');
  expect(refreshing(KNOWN)).toBe(KNOWN);
  expect(PROGRESS_FAILED).toBe('Failed to get snapshot progress');
});
