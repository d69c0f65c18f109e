import { dayAfter, daysBetween, monthsAfter } from './days';

it('months end on the last day where a month is shorter', () => {
  expect(monthsAfter('2026-11-30', 3)).toBe('2027-02-28');
  expect(monthsAfter('2027-01-31', 1)).toBe('2027-02-28');
  expect(monthsAfter('2027-12-15', 1)).toBe('2028-01-15');
  expect(monthsAfter('2026-11-27', 12)).toBe('2027-11-27');
});

it('days are counted over months', () => {
  expect(dayAfter('2026-11-30', 14)).toBe('2026-12-14');
  expect(daysBetween('2026-11-30', '2026-12-14')).toBe(14);
});
