import { isSameSchedule, messageCountLabel, newSchedule, scheduleLabel, durationSeconds } from './schedule-labels';

const words = (every: 'NEVER' | 'EVERY_6_HOURS' | 'DAILY' | 'WEEKLY', time_zone = 'UTC'): string =>
  scheduleLabel({ is_connected: true, schedule: { every, at: '03:00', weekday: 1, time_zone } }, 'UTC');

it("snapshot labels: describes a schedule, with its time zone when it is not the viewer's", () => {
  expect(words('DAILY')).toBe('Daily at 03:00');
  expect(words('WEEKLY', 'Europe/Berlin')).toBe('Mondays at 03:00 (Europe/Berlin)');
  expect(words('EVERY_6_HOURS')).toBe('Every 6 hours');
  expect(words('NEVER')).toBe('On demand only');
  expect(scheduleLabel({ is_connected: true, schedule: null }, 'UTC')).toBe('Once a day');
  expect(scheduleLabel({ is_connected: false, schedule: null }, 'UTC')).toBe('Imports only');
});

it('snapshot labels: counts messages and measures runs', () => {
  expect(messageCountLabel({ error_count: 1, warning_count: 2 })).toBe('1 error, 2 warnings');
  expect(messageCountLabel({ error_count: 0, warning_count: 0 })).toBe('');
  expect(durationSeconds({ began_time: '2026-03-01T10:00:00.000Z', ended_time: '2026-03-01T10:01:30.400Z' })).toBe(90);
  expect(durationSeconds({ began_time: null, ended_time: '2026-03-01T10:01:30.400Z' })).toBeNull();
});

it('snapshot labels: compares schedules by value', () => {
  const daily = newSchedule('DAILY', 'UTC');
  expect(isSameSchedule(daily, { ...daily })).toBe(true);
  expect(isSameSchedule(daily, { ...daily, at: '04:00' })).toBe(false);
  expect([isSameSchedule(null, null), isSameSchedule(daily, null)]).toEqual([true, false]);
});
