import type { ReportSchedule } from '@cam/contracts';
import { bodyOf, changeFrequency, errorsOf, formOf, whenOf } from './schedule-form';

jest.mock('@cam/platform', () => ({}));
jest.mock('@cam/ui', () => ({}));

const maker = { email: 'ann@company.example', timeZone: 'Europe/Berlin' };

it('begins with the report of unused roles to its maker on Mondays at eight, without a name', () => {
  const form = formOf(null, maker);
  expect(Object.keys(errorsOf(form))).toEqual(['name']);
  expect(bodyOf({ ...form, name: ' Roles ' })).toEqual({
    name: 'Roles',
    type: 'REPORT_TYPE_UNUSED_ACCESS_ROLE_SUMMARY',
    format: 'XLSX',
    criteria: {},
    frequency: 'WEEKLY',
    day: 1,
    hour: 8,
    time_zone: 'Europe/Berlin',
    recipients: ['ann@company.example'],
  });
});

it('says which recipients cannot be, and what a report of access needs', () => {
  const form = { ...formOf(null, maker), name: 'x', recipients: ['ann@company.example', 'bob@', 'eve'] };
  expect(errorsOf(form)).toEqual({ recipients: 'Invalid email address: bob@, eve' });
  expect(errorsOf({ ...form, recipients: [] })).toEqual({ recipients: 'Name at least one recipient.' });
  const many = Array.from({ length: 21 }, (_none, n) => `a${n}@company.example`);
  expect(errorsOf({ ...form, recipients: many })).toEqual({ recipients: 'A report is sent to 20 recipients at most.' });
  expect(errorsOf({ ...form, recipients: [maker.email], type: 'REPORT_TYPE_ACCESS', query: ' ' })).toEqual({
    query: 'Write the query that the report answers.',
  });
});

it('sends the criteria of its type alone, and no day that its frequency does not have', () => {
  const form = { ...formOf(null, maker), search: 'admin', query: 'user with-access any' };
  expect(bodyOf(form).criteria).toEqual({ search: 'admin' });
  expect(bodyOf({ ...form, type: 'REPORT_TYPE_ACCESS' }).criteria).toEqual({ query: 'user with-access any' });
  expect(changeFrequency({ ...form, frequency: 'MONTHLY', day: 31 }, 'WEEKLY')).toMatchObject({ frequency: 'WEEKLY', day: 1 });
});

it('says in words when a report is sent', () => {
  const when = (schedule: Partial<ReportSchedule>): string =>
    whenOf({ frequency: 'WEEKLY', day: 7, hour: 8, time_zone: 'Europe/Berlin', ...schedule } as ReportSchedule);
  expect(when({})).toBe('Sundays at 08:00, Europe/Berlin');
  expect(when({ frequency: 'MONTHLY', day: 31, hour: 17, time_zone: 'UTC' })).toBe('Monthly on day 31 at 17:00, UTC');
});
