import { Type, type Static } from '@sinclair/typebox';
import { endpoint } from '../endpoint';
import { MOST_RECIPIENTS, REPORT_FREQUENCIES } from '../report-types';
import { Words } from '../vocabulary';
import { CREATED_REPORT_TYPES, ReportCriteria, ReportFormatWord, ReportTypeWord } from './reports';

const read = ['CAM_GENERAL_READ', 'CAM_GENERAL_WRITE'] as const;
const write = ['CAM_GENERAL_WRITE'] as const;

/** When a schedule runs: on a weekday (1 is Monday) or a day of the month (of a shorter month its last one), at an hour of a time zone. */
const when = {
  frequency: Words(REPORT_FREQUENCIES),
  day: Type.Integer({ minimum: 1, maximum: 31 }),
  hour: Type.Integer({ minimum: 0, maximum: 23 }),
  time_zone: Type.String({ minLength: 1, maxLength: 60, description: 'by its IANA name: Europe/Berlin' }),
};

/** How the last run of a schedule ended, or goes. */
export const ReportRun = Type.Object({
  at: Type.String(),
  report_id: Type.String(),
  state: Words(['RUNNING', 'SENT', 'FAILED'] as const),
  sent: Type.Integer({ description: 'recipients whose mail was taken' }),
  failed: Type.Integer({ description: 'recipients who will not get it' }),
  error: Type.String({ description: 'why it was not taken so far, a sentence' }),
});
export type ReportRun = Static<typeof ReportRun>;

export const ReportSchedule = Type.Object({
  schedule_id: Type.String(),
  name: Type.String(),
  type: ReportTypeWord,
  format: ReportFormatWord,
  criteria: ReportCriteria,
  account_id: Type.Union([Type.String(), Type.Null()], { description: 'its account filter; null: all sources' }),
  ...when,
  recipients: Type.Array(Type.String()),
  paused: Type.Boolean(),
  next_run: Type.Union([Type.String(), Type.Null()], { description: 'null while it is paused' }),
  last_run: Type.Union([ReportRun, Type.Null()]),
  created_by: Type.String(),
  create_date: Type.String(),
});
export type ReportSchedule = Static<typeof ReportSchedule>;

const name = Type.String({ minLength: 1, maxLength: 300 });
const recipients = Type.Array(Type.String({ maxLength: 254 }), { minItems: 1, maxItems: MOST_RECIPIENTS });
const path = { schedule_id: Type.String({ maxLength: 64 }) };
const owner = 'reports' as const;

/** Reports that are made again and again, and sent by e-mail. */
export const reportScheduleEndpoints = {
  'GET /v1/reports/schedules': endpoint({
    summary: 'Scheduled reports of the tenant, by name',
    access: read,
    owner,
    answer: Type.Object({
      schedules: Type.Array(ReportSchedule),
      has_mail: Type.Boolean({ description: 'whether the installation has a mail server' }),
      error: Type.String(),
    }),
  }),
  'POST /v1/reports/schedules': endpoint({
    summary: 'Have a report made and sent by e-mail every week or month. The account filter of the call is that of its reports',
    access: write,
    audit: 'add',
    owner,
    status: 201,
    body: {
      name,
      type: Words(CREATED_REPORT_TYPES),
      format: Type.Optional(ReportFormatWord),
      criteria: Type.Optional(ReportCriteria),
      ...when,
      recipients,
    },
    answer: Type.Object({ schedule: ReportSchedule, error: Type.String() }),
  }),
  'PATCH /v1/reports/schedules/{schedule_id}': endpoint({
    summary: 'Change a scheduled report, or pause it and let it go on. Its type and account filter stay',
    access: write,
    audit: 'change',
    owner,
    path,
    body: {
      name: Type.Optional(name),
      format: Type.Optional(ReportFormatWord),
      criteria: Type.Optional(ReportCriteria),
      frequency: Type.Optional(when.frequency),
      day: Type.Optional(when.day),
      hour: Type.Optional(when.hour),
      time_zone: Type.Optional(when.time_zone),
      recipients: Type.Optional(recipients),
      paused: Type.Optional(Type.Boolean()),
    },
    answer: Type.Object({ schedule: ReportSchedule, error: Type.String() }),
  }),
  'DELETE /v1/reports/schedules/{schedule_id}': endpoint({
    summary: 'Delete a scheduled report: nothing of it is sent any more. Reports that it made stay',
    access: write,
    audit: 'remove',
    owner,
    path,
    answer: Type.Object({ error: Type.String() }),
  }),
  'POST /v1/reports/schedules/{schedule_id}/run': endpoint({
    summary: 'Have a scheduled report made and sent now. Its next run stays',
    access: write,
    audit: { asked: 'it begins a run; the schedule stays as it is' },
    owner,
    path,
    status: 202,
    answer: Type.Object({ schedule: ReportSchedule, error: Type.String() }),
  }),
};
