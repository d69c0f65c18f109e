import { isTimeZone, nextSnapshot, type SnapshotSchedule } from './snapshot-schedule';

const BERLIN = { at: '02:30', weekday: 1, time_zone: 'Europe/Berlin' };
const next = (every: SnapshotSchedule['every'], after: string, rest: Partial<SnapshotSchedule> = {}): string | undefined =>
  nextSnapshot({ ...BERLIN, every, ...rest }, new Date(after))?.toISOString();

describe('nextSnapshot', () => {
  it('returns one day after the last snapshot by default, or one interval', () => {
    expect(nextSnapshot(null, new Date('2026-03-01T10:00:00Z'))?.toISOString()).toBe('2026-03-02T10:00:00.000Z');
    expect(next('NEVER', '2026-03-01T10:00:00Z')).toBeUndefined();
    expect(next('EVERY_6_HOURS', '2026-03-01T10:00:00Z')).toBe('2026-03-01T16:00:00.000Z');
    expect(next('EVERY_12_HOURS', '2026-03-01T10:00:00Z')).toBe('2026-03-01T22:00:00.000Z');
  });

  it('returns the next daily time in the time zone of the schedule', () => {
    expect(next('DAILY', '2026-01-15T01:29:59Z')).toBe('2026-01-15T01:30:00.000Z');
    expect(next('DAILY', '2026-01-15T01:30:00Z')).toBe('2026-01-16T01:30:00.000Z');
    expect(next('DAILY', '2026-07-15T10:00:00Z')).toBe('2026-07-16T00:30:00.000Z');
    expect(next('DAILY', '2026-01-15T12:00:00Z', { at: '00:00', time_zone: 'Pacific/Auckland' })).toBe('2026-01-16T11:00:00.000Z');
  });

  it('returns the correct time on days when clocks change', () => {
    expect(next('DAILY', '2026-03-28T12:00:00Z')).toBe('2026-03-29T01:30:00.000Z');
    expect(next('DAILY', '2026-10-24T12:00:00Z')).toBe('2026-10-25T01:30:00.000Z');
  });

  it('returns the next weekday of the schedule, or a week later when the time has passed', () => {
    expect(next('WEEKLY', '2026-01-18T12:00:00Z')).toBe('2026-01-19T01:30:00.000Z');
    expect(next('WEEKLY', '2026-01-19T01:30:00Z')).toBe('2026-01-26T01:30:00.000Z');
  });
});

it('isTimeZone accepts IANA time zones only', () => {
  expect(isTimeZone('America/New_York')).toBe(true);
  expect(isTimeZone('Mars/Olympus')).toBe(false);
});
