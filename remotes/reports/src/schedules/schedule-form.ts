import {
  isEmailAddress,
  MAX_RECIPIENTS,
  WEEKDAYS,
  type ReportFormat,
  type ReportFrequency,
  type ReportSchedule,
  type ReportType,
} from '@cam/contracts';
import { DEFAULT_QUERY } from '../list/api';
import type { NewSchedule } from './api';

/** Fields of the schedule dialog. */
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

/** Returns the fields of a schedule. A new schedule defaults to Mondays at eight in the time zone of its creator, with the creator as recipient. */
export function initialForm(schedule: ReportSchedule | null, creator: { email: string; timeZone: string }): ScheduleForm {
  return {
    name: schedule?.name ?? '',
    type: (schedule?.type as ScheduleForm['type'] | undefined) ?? 'REPORT_TYPE_UNUSED_ACCESS_ROLE_SUMMARY',
    format: schedule?.format ?? 'XLSX',
    query: schedule?.criteria.query ?? DEFAULT_QUERY,
    search: schedule?.criteria.search ?? '',
    frequency: schedule?.frequency ?? 'WEEKLY',
    day: schedule?.day ?? 1,
    hour: schedule?.hour ?? 8,
    timeZone: schedule?.time_zone ?? creator.timeZone,
    recipients: schedule?.recipients ?? [creator.email],
  };
}

/** Changes the frequency and resets the day, because weeks and months count days differently. */
export function changeFrequency(form: ScheduleForm, frequency: ReportFrequency): ScheduleForm {
  return { ...form, frequency, day: 1 };
}

/** Returns a message for each invalid field; empty for a valid form. */
export function formErrors({ name, type, query, recipients }: ScheduleForm): Partial<Record<'name' | 'query' | 'recipients', string>> {
  const invalid = recipients.filter((recipient) => !isEmailAddress(recipient));
  return {
    ...(name.trim() === '' ? { name: 'Enter a name.' } : {}),
    ...(type === 'REPORT_TYPE_ACCESS' && query.trim() === '' ? { query: 'Enter a query.' } : {}),
    ...(recipients.length === 0 ? { recipients: 'Add at least one recipient.' } : {}),
    ...(recipients.length > MAX_RECIPIENTS ? { recipients: `Enter at most ${MAX_RECIPIENTS} recipients.` } : {}),
    ...(invalid.length > 0 ? { recipients: `Invalid email address: ${invalid.join(', ')}` } : {}),
  };
}

/** Converts the form fields to the request body, with only the criteria of the report type. */
export function toRequestBody({ name, type, format, query, search, frequency, day, hour, timeZone, recipients }: ScheduleForm): NewSchedule {
  const criteria = type === 'REPORT_TYPE_ACCESS' ? { query: query.trim() } : search.trim() === '' ? {} : { search: search.trim() };
  return { name: name.trim(), type, format, criteria, frequency, day, hour, time_zone: timeZone, recipients };
}

type Times = Pick<ReportSchedule, 'frequency' | 'day' | 'hour'>;

/** Describes the times of a schedule: "Mondays at 08:00", "Monthly on day 31 at 08:00". */
export function describeTimes({ frequency, day, hour }: Times): string {
  const days = frequency === 'WEEKLY' ? `${WEEKDAYS[day - 1]}s` : `Monthly on day ${day}`;
  return `${days} at ${formatHour(hour)}`;
}

/** Describes the times of a schedule with its time zone. */
export function describeSchedule(schedule: Times & Pick<ReportSchedule, 'time_zone'>): string {
  return `${describeTimes(schedule)}, ${schedule.time_zone}`;
}

/** Formats an hour of the day, 0 to 23, as "08:00". */
export function formatHour(hour: number): string {
  return `${String(hour).padStart(2, '0')}:00`;
}
