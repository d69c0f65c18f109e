import { Type, type Static } from '@sinclair/typebox';
import { endpoint } from '../endpoint';
import { MAX_RECIPIENTS, REPORT_FREQUENCIES } from '../report-types';
import { StringEnum } from '../vocabulary';
import { CREATED_REPORT_TYPES, ReportCriteria, ReportFormatSchema, ReportTypeSchema } from './reports';

const read = ['CAM_GENERAL_READ', 'CAM_GENERAL_WRITE'] as const;
const write = ['CAM_GENERAL_WRITE'] as const;

/** Time of a scheduled run: a weekday (1 is Monday) or a day of the month, at an hour of a time zone. A month without that day uses its last day. */
const when = {
  frequency: StringEnum(REPORT_FREQUENCIES),
  day: Type.Integer({ minimum: 1, maximum: 31 }),
  hour: Type.Integer({ minimum: 0, maximum: 23 }),
  time_zone: Type.String({ minLength: 1, maxLength: 60, description: 'IANA name: Europe/Berlin' }),
};

/** State of the last run of a schedule. */
export const ReportRun = Type.Object({
  at: Type.String(),
  report_id: Type.String(),
  state: StringEnum(['RUNNING', 'SENT', 'FAILED'] as const),
  sent: Type.Integer({ description: 'recipients whose mail server accepted it' }),
  failed: Type.Integer({ description: 'recipients who will not receive it' }),
  error: Type.String({ description: 'sentence that says why it has not been accepted' }),
});
export type ReportRun = Static<typeof ReportRun>;

/** A scheduled report. */
export const ReportSchedule = Type.Object({
  schedule_id: Type.String(),
  name: Type.String(),
  type: ReportTypeSchema,
  format: ReportFormatSchema,
  criteria: ReportCriteria,
  account_id: Type.Union([Type.String(), Type.Null()], { description: 'account filter of the report; null for all sources' }),
  ...when,
  recipients: Type.Array(Type.String()),
  paused: Type.Boolean(),
  next_run: Type.Union([Type.String(), Type.Null()], { description: 'null while paused' }),
  last_run: Type.Union([ReportRun, Type.Null()]),
  created_by: Type.String(),
  create_date: Type.String(),
});
export type ReportSchedule = Static<typeof ReportSchedule>;

const name = Type.String({ minLength: 1, maxLength: 300 });
const recipients = Type.Array(Type.String({ maxLength: 254 }), { minItems: 1, maxItems: MAX_RECIPIENTS });
const path = { schedule_id: Type.String({ maxLength: 64 }) };
const owner = 'reports' as const;

/** Scheduled reports, which are sent by email. */
export const reportScheduleEndpoints = {
  'GET /v1/reports/schedules': endpoint({
    summary: 'List the scheduled reports of the tenant, by name',
    access: read,
    owner,
    answer: Type.Object({
      schedules: Type.Array(ReportSchedule),
      has_mail: Type.Boolean({ description: 'true when the installation has a mail server' }),
      error: Type.String(),
    }),
  }),
  'POST /v1/reports/schedules': endpoint({
    summary: 'Schedule a weekly or monthly report by email. The account filter of the call applies to its reports',
    access: write,
    audit: 'add',
    owner,
    status: 201,
    body: {
      name,
      type: StringEnum(CREATED_REPORT_TYPES),
      format: Type.Optional(ReportFormatSchema),
      criteria: Type.Optional(ReportCriteria),
      ...when,
      recipients,
    },
    answer: Type.Object({ schedule: ReportSchedule, error: Type.String() }),
  }),
  'PATCH /v1/reports/schedules/{schedule_id}': endpoint({
    summary: 'Change, pause or resume a scheduled report. Its type and account filter cannot change',
    access: write,
    audit: 'change',
    owner,
    path,
    body: {
      name: Type.Optional(name),
      format: Type.Optional(ReportFormatSchema),
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
    summary: 'Delete a scheduled report. Reports that exist already are kept',
    access: write,
    audit: 'remove',
    owner,
    path,
    answer: Type.Object({ error: Type.String() }),
  }),
  'POST /v1/reports/schedules/{schedule_id}/run': endpoint({
    summary: 'Run a schedule now. Its next run stays as planned',
    access: write,
    audit: { requestOnly: 'it starts a run and leaves the schedule unchanged' },
    owner,
    path,
    status: 202,
    answer: Type.Object({ schedule: ReportSchedule, error: Type.String() }),
  }),
};
