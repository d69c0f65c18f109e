import { dayAfter, distanceOf } from './days';

const NOON = Date.parse('2026-03-10T12:00:00Z');

it('a due date says how far it is, by days of the calendar in UTC', () => {
  expect(['2026-03-10', '2026-03-11', '2026-03-20', '2026-03-09', '2026-02-28'].map((day) => distanceOf(day, NOON))).toEqual([
    'Today',
    'In 1 day',
    'In 10 days',
    '1 day ago',
    '10 days ago',
  ]);
  expect(dayAfter(30, NOON)).toBe('2026-04-09');
});
