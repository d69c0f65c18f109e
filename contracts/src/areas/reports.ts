import { Type, type Static } from '@sinclair/typebox';
import { endpoint, FileAnswer } from '../endpoint';
import { PARTIAL_REASONS } from '../partial-results';
import { REPORT_FORMATS, REPORT_TYPE_LABELS, type ReportType } from '../report-types';
import { ReportStatus, StringEnum } from '../vocabulary';
import { UNUSED_SORTS } from './inventory/unused';

const read = ['CAM_GENERAL_READ', 'CAM_GENERAL_WRITE'] as const;
const write = ['CAM_GENERAL_WRITE'] as const;

/** Schema of a report type. */
export const ReportTypeSchema = StringEnum(Object.keys(REPORT_TYPE_LABELS) as ReportType[]);

/** Schema of a report format. */
export const ReportFormatSchema = StringEnum(REPORT_FORMATS);

/** A report and the state of its job. */
export const Report = Type.Object({
  report_id: Type.String(),
  name: Type.String(),
  type: ReportTypeSchema,
  format: ReportFormatSchema,
  status: ReportStatus,
  progress: Type.Number({ minimum: 0, maximum: 100 }),
  rows: Type.Union([Type.Integer(), Type.Null()]),
  bytes: Type.Union([Type.Integer(), Type.Null()]),
  created_by: Type.String({ description: 'creator; for a scheduled report the creator of the schedule' }),
  schedule_id: Type.Union([Type.String(), Type.Null()], { description: 'schedule of the report; null for a report created manually' }),
  create_date: Type.String(),
  expire_date: Type.Union([Type.String(), Type.Null()], { description: 'time when the file is removed; null until it is ready' }),
  error: Type.String(),
  partial: Type.Array(StringEnum(PARTIAL_REASONS), { description: 'reasons why the file may be incomplete' }),
});
export type Report = Static<typeof Report>;

/** Selection of a report: a query, or a view of unused access with search and order. The account filter of the call applies. */
export const ReportCriteria = Type.Object(
  {
    query: Type.Optional(Type.String({ maxLength: 4000, description: 'query of an access report; user with-access any by default' })),
    search: Type.Optional(Type.String({ maxLength: 200 })),
    sorted_field: Type.Optional(StringEnum(UNUSED_SORTS)),
    sorted_asc: Type.Optional(Type.Boolean()),
    include_idle: Type.Optional(Type.Boolean({ description: 'includes break-glass, service-linked and provider-managed roles and identities' })),
  },
  { additionalProperties: false },
);
export type ReportCriteria = Static<typeof ReportCriteria>;

/** Report types that users can create. */
export const CREATED_REPORT_TYPES = (Object.keys(REPORT_TYPE_LABELS) as ReportType[]).filter((type) => type !== 'REPORT_TYPE_UNKNOWN');

const list = {
  access: read,
  owner: 'reports',
  query: {
    count: Type.Optional(Type.Boolean()),
    offset: Type.Optional(Type.Integer({ minimum: 0 })),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 500 })),
    report_id: Type.Optional(Type.String({ maxLength: 64, description: 'limits the list to this report' })),
  },
  answer: Type.Object({ entries: Type.Array(Report), count: Type.Integer(), error: Type.String() }),
} as const;

/** Reports. */
export const reportsEndpoints = {
  'GET /v1/reports': endpoint({ summary: 'List the reports of the tenant, newest first', ...list }),
  'GET /v1/report': endpoint({ summary: 'List the reports of the tenant, newest first (alternative path)', ...list }),
  'POST /v1/reports': endpoint({
    summary: 'Queue a report',
    access: read,
    audit: 'add',
    owner: 'reports',
    status: 202,
    body: {
      name: Type.String({ minLength: 1, maxLength: 300 }),
      type: StringEnum(CREATED_REPORT_TYPES),
      format: Type.Optional(ReportFormatSchema),
      criteria: Type.Optional(ReportCriteria),
    },
    answer: Type.Object({ report: Report, error: Type.String() }),
  }),
  'PATCH /v1/reports/{report_id}': endpoint({
    summary: 'Rename a report',
    access: write,
    audit: 'change',
    owner: 'reports',
    path: { report_id: Type.String() },
    body: { name: Type.String({ minLength: 1, maxLength: 300 }) },
    answer: Type.Object({ error: Type.String() }),
  }),
  'DELETE /v1/reports': endpoint({
    summary: 'Delete reports',
    access: write,
    audit: 'remove',
    owner: 'reports',
    query: { report_ids: Type.Array(Type.String()) },
    answer: Type.Object({ error: Type.String() }),
  }),
  'GET /v1/reports/download': endpoint({
    summary: 'Download one report (xlsx or CSV), or several as reports.zip',
    access: read,
    owner: 'reports',
    query: { report_ids: Type.Array(Type.String()) },
    produces: 'application/octet-stream',
    answer: FileAnswer,
  }),
};
