import type { NotificationSchedule } from '@cam/contracts';
import { NIGHTS, quietWords, scheduleErrors } from './schedule-words';

const SCHEDULE: NotificationSchedule = {
  time_zone: 'UTC',
  quiet: NIGHTS,
  digests: { HIGH: 'AT_ONCE', MEDIUM: 'HOURLY', LOW: 'AT_ONCE' },
  digest_at: '',
};

it('scheduleErrors finds what the server would refuse', () => {
  const quietErrorOf = (change: object) => scheduleErrors({ ...SCHEDULE, quiet: { ...NIGHTS, ...change } }).quiet;
  expect(scheduleErrors(SCHEDULE)).toEqual({});
  expect(quietErrorOf({ days: [] })).toBe('Choose at least one day.');
  expect(quietErrorOf({ from: '' })).toBe('Enter when quiet hours start and end.');
  expect(quietErrorOf({ to: NIGHTS.from })).toBe('Quiet hours must end: choose fewer days, or another end.');
  expect(quietErrorOf({ to: NIGHTS.from, days: [6, 7] })).toBeUndefined();
  const daily: NotificationSchedule = { ...SCHEDULE, digests: { ...SCHEDULE.digests, LOW: 'DAILY' } };
  expect(scheduleErrors(daily).digest_at).toBe('Enter the time of the daily digest.');
  expect(scheduleErrors({ ...daily, digest_at: '08:30' })).toEqual({});
});

it('quietWords says on which day quiet hours end', () => {
  expect(quietWords(NIGHTS)).toMatch(/^From 22:00 until 07:00 of the next day\./);
  expect(quietWords({ ...NIGHTS, from: '12:00', to: '13:00' })).toMatch(/^From 12:00 until 13:00\./);
});
