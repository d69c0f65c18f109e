import { isDayOf, isTimeZone, nextRun, type RunTimes } from './next-run';

const next = (times: Partial<RunTimes>, after: string): string =>
  nextRun({ frequency: 'WEEKLY', day: 1, hour: 8, timeZone: 'UTC', ...times }, new Date(after)).toISOString();

it('nextRun returns the next weekday, or a week later once its hour has passed', () => {
  expect(next({}, '2026-11-22T12:00:00Z')).toBe('2026-11-23T08:00:00.000Z');
  expect(next({}, '2026-11-23T07:59:59Z')).toBe('2026-11-23T08:00:00.000Z');
  expect(next({}, '2026-11-23T08:00:00Z')).toBe('2026-11-30T08:00:00.000Z');
  expect(next({ day: 7 }, '2026-11-23T00:00:00Z')).toBe('2026-11-29T08:00:00.000Z');
});

it('nextRun returns the day of the month, or the last day of a shorter month', () => {
  const monthly = { frequency: 'MONTHLY', day: 31 } as const;
  expect(next(monthly, '2026-01-31T09:00:00Z')).toBe('2026-02-28T08:00:00.000Z');
  expect(next(monthly, '2028-02-01T00:00:00Z')).toBe('2028-02-29T08:00:00.000Z');
  expect(next(monthly, '2026-12-31T08:00:00Z')).toBe('2027-01-31T08:00:00.000Z');
  expect(next({ frequency: 'MONTHLY', day: 1 }, '2026-11-01T08:00:00Z')).toBe('2026-12-01T08:00:00.000Z');
});

it('nextRun uses the local hour of the time zone, in summer and in winter', () => {
  const berlin = { timeZone: 'Europe/Berlin', frequency: 'MONTHLY', day: 1 } as const;
  expect(next(berlin, '2026-01-15T00:00:00Z')).toBe('2026-02-01T07:00:00.000Z');
  expect(next(berlin, '2026-06-15T00:00:00Z')).toBe('2026-07-01T06:00:00.000Z');
  // It is already Monday in this zone.
  expect(next({ timeZone: 'Pacific/Auckland', hour: 0 }, '2026-11-22T10:00:00Z')).toBe('2026-11-22T11:00:00.000Z');
  expect(next({ timeZone: 'Pacific/Honolulu', hour: 23 }, '2026-11-22T10:00:00Z')).toBe('2026-11-24T09:00:00.000Z');
});

it('nextRun moves a skipped hour to the next one, and runs once in a repeated hour', () => {
  const sundays = { timeZone: 'Europe/Berlin', day: 7, hour: 2 };
  expect(next(sundays, '2026-03-28T12:00:00Z')).toBe('2026-03-29T01:00:00.000Z');
  const twice = next(sundays, '2026-10-24T12:00:00Z');
  expect(['2026-10-25T00:00:00.000Z', '2026-10-25T01:00:00.000Z']).toContain(twice);
  expect(next(sundays, twice)).toBe('2026-11-01T01:00:00.000Z');
});

it('isTimeZone and isDayOf accept only existing time zones and days', () => {
  expect(['Europe/Berlin', 'UTC', 'Mars/Olympus', ''].map(isTimeZone)).toEqual([true, true, false, false]);
  expect([isDayOf('WEEKLY', 7), isDayOf('WEEKLY', 8), isDayOf('MONTHLY', 31), isDayOf('MONTHLY', 0)]).toEqual([true, false, true, false]);
});
