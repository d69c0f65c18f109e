import {
  isEmailAddress,
  MOST_RECIPIENTS,
  WEEKDAYS,
  type ReportFormat,
  type ReportFrequency,
  type ReportSchedule,
  type ReportType,
} from '@cam/contracts';
import { DEFAULT_QUERY } from '../list/api';
import type { NewSchedule } from './api';

/** What somebody has typed and chosen for a schedule. */
export interface ScheduleForm {
  name: string;
  type: Exclude<ReportType, 'REPORT_TYPE_UNKNOWN'>;
  format: ReportFormat;
  query: string;
  search: string;
  frequency: ReportFrequency;
  day: number;
  hour: number;
  timeZone: string;
  recipients: string[];
}

/** A new one goes out on Mondays at eight, where its maker is; another one is shown as it is. */
export function formOf(schedule: ReportSchedule | null, maker: { email: string; timeZone: string }): ScheduleForm {
  return {
    name: schedule?.name ?? '',
    type: (schedule?.type as ScheduleForm['type'] | undefined) ?? 'REPORT_TYPE_UNUSED_ACCESS_ROLE_SUMMARY',
    format: schedule?.format ?? 'XLSX',
    query: schedule?.criteria.query ?? DEFAULT_QUERY,
    search: schedule?.criteria.search ?? '',
    frequency: schedule?.frequency ?? 'WEEKLY',
    day: schedule?.day ?? 1,
    hour: schedule?.hour ?? 8,
    timeZone: schedule?.time_zone ?? maker.timeZone,
    recipients: schedule?.recipients ?? [maker.email],
  };
}

export function changeFrequency(form: ScheduleForm, frequency: ReportFrequency): ScheduleForm {
  return { ...form, frequency, day: 1 };
}

/** What is wrong with it, by field; empty: nothing. */
export function errorsOf({ name, type, query, recipients }: ScheduleForm): Partial<Record<'name' | 'query' | 'recipients', string>> {
  const wrong = recipients.filter((recipient) => !isEmailAddress(recipient));
  return {
    ...(name.trim() === '' ? { name: 'Give the report a name.' } : {}),
    ...(type === 'REPORT_TYPE_ACCESS' && query.trim() === '' ? { query: 'Write the query that the report answers.' } : {}),
    ...(recipients.length === 0 ? { recipients: 'Name at least one recipient.' } : {}),
    ...(recipients.length > MOST_RECIPIENTS ? { recipients: `A report is sent to ${MOST_RECIPIENTS} recipients at most.` } : {}),
    ...(wrong.length > 0 ? { recipients: `Invalid email address: ${wrong.join(', ')}` } : {}),
  };
}

export function bodyOf({ name, type, format, query, search, frequency, day, hour, timeZone, recipients }: ScheduleForm): NewSchedule {
  const criteria = type === 'REPORT_TYPE_ACCESS' ? { query: query.trim() } : search.trim() === '' ? {} : { search: search.trim() };
  return { name: name.trim(), type, format, criteria, frequency, day, hour, time_zone: timeZone, recipients };
}

type Times = Pick<ReportSchedule, 'frequency' | 'day' | 'hour'>;

/** "Mondays at 08:00", "Monthly on day 31 at 08:00". */
export function timesOf({ frequency, day, hour }: Times): string {
  const days = frequency === 'WEEKLY' ? `${WEEKDAYS[day - 1]}s` : `Monthly on day ${day}`;
  return `${days} at ${hourName(hour)}`;
}

/** The same with its time zone. */
export function whenOf(schedule: Times & Pick<ReportSchedule, 'time_zone'>): string {
  return `${timesOf(schedule)}, ${schedule.time_zone}`;
}

export function hourName(hour: number): string {
  return `${String(hour).padStart(2, '0')}:00`;
}
