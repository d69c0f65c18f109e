import type { ReportSchedule } from '@cam/contracts';
import { changeFrequency, describeSchedule, formErrors, initialForm, toRequestBody } from './schedule-form';

jest.mock('@cam/platform', () => ({}));
jest.mock('@cam/ui', () => ({}));

const creator = { email: 'ann@company.example', timeZone: 'Europe/Berlin' };

it('schedule form: starts with unused roles, sent to its creator on Mondays at eight, without a name', () => {
  const form = initialForm(null, creator);
  expect(Object.keys(formErrors(form))).toEqual(['name']);
  expect(toRequestBody({ ...form, name: ' Roles ' })).toEqual({
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

it('schedule form: reports invalid recipients and the missing query of an access report', () => {
  const form = { ...initialForm(null, creator), name: 'x', recipients: ['ann@company.example', 'bob@', 'eve'] };
  expect(formErrors(form)).toEqual({ recipients: 'Invalid email address: bob@, eve' });
  expect(formErrors({ ...form, recipients: [] })).toEqual({ recipients: 'Add at least one recipient.' });
  const many = Array.from({ length: 21 }, (_none, n) => `a${n}@company.example`);
  expect(formErrors({ ...form, recipients: many })).toEqual({ recipients: 'Enter at most 20 recipients.' });
  expect(formErrors({ ...form, recipients: [creator.email], type: 'REPORT_TYPE_ACCESS', query: ' ' })).toEqual({
    query: 'Enter a query.',
  });
});

it('schedule form: sends only the criteria of its type, and resets the day with the frequency', () => {
  const form = { ...initialForm(null, creator), search: 'admin', query: 'user with-access any' };
  expect(toRequestBody(form).criteria).toEqual({ search: 'admin' });
  expect(toRequestBody({ ...form, type: 'REPORT_TYPE_ACCESS' }).criteria).toEqual({ query: 'user with-access any' });
  expect(changeFrequency({ ...form, frequency: 'MONTHLY', day: 31 }, 'WEEKLY')).toMatchObject({ frequency: 'WEEKLY', day: 1 });
});

it('schedule form: describes when a report is sent', () => {
  const when = (schedule: Partial<ReportSchedule>): string =>
    describeSchedule({ frequency: 'WEEKLY', day: 7, hour: 8, time_zone: 'Europe/Berlin', ...schedule } as ReportSchedule);
  expect(when({})).toBe('Sundays at 08:00, Europe/Berlin');
  expect(when({ frequency: 'MONTHLY', day: 31, hour: 17, time_zone: 'UTC' })).toBe('Monthly on day 31 at 17:00, UTC');
});
